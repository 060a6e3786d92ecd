"""Games as every store keeps them: checks, loading, lists, proofs and scores, over rows that a store gives."""
