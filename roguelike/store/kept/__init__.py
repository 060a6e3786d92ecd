"""The logic of kept games, over the rows of any store: checks, loading, lists, proofs and scores."""
