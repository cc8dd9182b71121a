nondeterminism = déclaré déterministe à tort
