nondeterminism = declarado determinista sin serlo
silence = dormido tres partidas seguidas
