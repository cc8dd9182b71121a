timeout = temps dépassé
exit = sortie
crash = plantage
illegal = illégal
output = sortie excessive
memory = mémoire
security = sécurité
nondeterminism = déclaré déterministe à tort
