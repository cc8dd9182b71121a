nondeterminism = déclaré déterministe à tort
silence = endormi trois parties de suite
