nondeterminism = declared deterministic but is not
silence = asleep through three matches in a row
