"""Parts that only the tutorial rule sets use; only the loader of rule sets imports them."""
