nondeterminism = declarado determinista sin serlo
