timeout = tiempo agotado
exit = salida sin respuesta
crash = caída
illegal = ilegal
output = salida excesiva
memory = memoria
security = seguridad
nondeterminism = declarado determinista sin serlo
