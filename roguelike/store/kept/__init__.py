"""Games as every store keeps them: checks, loading, lists, proofs and scores, over the rows that it gives."""
