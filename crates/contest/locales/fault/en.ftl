nondeterminism = declared deterministic and is not
silence = asleep through three matches in a row
