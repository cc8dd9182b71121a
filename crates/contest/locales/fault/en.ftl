nondeterminism = declared deterministic and is not
