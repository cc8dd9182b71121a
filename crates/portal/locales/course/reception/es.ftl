stored = El envío del fichero { $file } ha sido almacenado en { $place }
judged = { $file }: { $verdict }
listed_as = nombre en la clasificación: { $name }
replaces = reemplaza a: { $file }
send_again = No se ha almacenado nada: corríjalo y envíelo de nuevo.
may_be_corrected = Se puede enviar una versión corregida, una al día por jugador.
all_removed = La pareja no puede enviar más jugadores y los que tenga serán eliminados.
