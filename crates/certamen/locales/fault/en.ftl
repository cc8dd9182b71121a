timeout = timeout
exit = exit
crash = crash
illegal = illegal
output = output
memory = memory
security = security
nondeterminism = declared deterministic and is not
