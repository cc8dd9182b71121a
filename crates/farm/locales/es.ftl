address_form = dirección de servidor no válida `{ $given }`: use nats://127.0.0.1:4222 o tls://HOST:4222
credentials = la dirección del servidor contiene un usuario o una contraseña, visibles en la lista de procesos: indique un archivo de clave con --key
plain = { $host } es otra máquina y nats:// no va cifrado: use tls://, o añada --plain en una red privada
not_json = mensaje no válido: { $error }
other_version = versión de mensaje { $found } no admitida: se espera la { $known }
not_unpacked = no se puede descomprimir: { $error }
too_long = pasa de { $most } MiB
unreadable_result = resultado rechazado: { $error }
other_subject = resultado rechazado: enviado a nombre de otro usuario
unreachable = no hay servidor en { $address } ({ $why }): inicie uno con `nats-server -js`, o compruebe la dirección
untrusted = no se puede verificar el certificado de { $address } ({ $why }): ponga en SSL_CERT_FILE el archivo de su emisor; use `tls://` solo con un servidor que tenga certificado
no_streams = el servidor en { $address } no guarda mensajes: inícielo con -js
old_server = la versión { $found } del servidor es demasiado antigua: use la 2.9 o posterior
other_codes = respuesta inesperada del servidor, versión { $found } ({ $why }): use otra versión, 2.9 o posterior
narrow = el servidor acepta mensajes de { $most } KiB como máximo: ponga `max_payload: { $wanted }KB` en su configuración
unknown_key = usuario desconocido en el servidor { $address }: indique con --key el archivo de una clave que acepte
forbidden = esta clave no tiene permiso para `{ $subject }`: use una con el rol { $role }, como las que crea `certamen bus setup`
settings = el flujo { $stream } ya existe con otro `{ $key }`, de otro programa o de un certamen anterior: use un servidor o una cuenta aparte, o elimínelo con `nats stream rm { $stream }`
queue_settings = la cola { $queue } del flujo { $stream } ya existe con otro `{ $key }`: elimínela con `nats consumer rm { $stream } { $queue }`, o use un servidor o una cuenta aparte
away = servidor inaccesible ({ $what }); se reintenta
gone = el servidor perdió los datos que guardaba; se envían de nuevo
full = el servidor no tiene espacio para { $what } ({ $why }); se reintenta: `bus setup --disk` fija cuánto tiene
refused = el servidor rechaza { $what }: { $why }
secret = { $path }: { $error }
no_secret = { $path }: no es un secreto válido: bórrelo; las partidas en curso se juegan de nuevo
broken_digest = su registro está dañado: la huella del final no coincide
other_header = su registro es de otra partida: `{ $key }` no coincide
no_end = su registro no tiene final
beside = los datos que acompañan a su registro no se pueden leer
foreign_token = resultado de { $name } rechazado: lote desconocido
foreign_number = partida { $number } de { $name } rechazada: no está en ese lote
not_believed = { $name }: { $error }
failed_on = { $name }: { $why }
failed_here = las reglas fallaron aquí al repetir la partida: { $why }
lost = { $matches ->
    [one] una partida se perdió por el camino y se envía
   *[other] { $matches } partidas se perdieron por el camino y se envían
} de nuevo
overdue = { $matches ->
    [one] una partida tardaba demasiado y se da
   *[other] { $matches } partidas tardaban demasiado y se dan
} a otros workers
cannot_be_true = entregó muchos registros imposibles
back_again = servidor accesible de nuevo
unable = ningún worker disponible puede jugar con el bot `{ $bot }` (clase { $class }): { $why }
large_result = su resultado pasa de { $most } KiB
moves_differ = en la partida { $number } los bots jugaron de otro modo que en otros dos workers
suspended = { $name } queda suspendido: { $why }; sus resultados cuentan hasta que ejecute `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: todos los workers de este usuario quedan suspendidos
undecided = { $one } y { $other } no coinciden en una partida, y no hay un tercer worker que decida
answers_itself = respuesta de { $name } ignorada: él mismo informó de esas partidas, y se preguntaba a otros workers
refused_result = resultado del worker suspendido { $name } rechazado
not_kept = { $path }: no se pueden guardar los resultados que esperan al servidor: { $error }; se pierden si este worker termina antes de que vuelva el servidor
spool_full = { $path }: { $most } MiB de resultados esperan al servidor, el máximo; los siguientes se pierden si este worker termina antes de que vuelva el servidor
fills = este torneo solo puede usar { $matches } de { $slots } plazas: su formato y la memoria de sus bots no permiten más partidas a la vez; las demás esperan o juegan otros torneos
no_worker = ningún worker con nivel de aislamiento { $tier } o mejor: inicie uno con `certamen worker`
undone = los workers fallaron tres veces, la última: { $why }
rival = otro coordinador ejecuta este torneo; empezó { $before } s antes: espere a que termine, o deténgalo y vuelva a ejecutar este; si esta carpeta es una copia, borre `.certamen/bus.json` de la copia
results_differ = sus resultados difieren de los de otros workers en las mismas partidas ({ $deviations } desviaciones típicas)
residual = { $name }: sus resultados difieren de los de otros workers en las mismas partidas en { $deviations } desviaciones típicas
slow = { $name } queda en pausa: tiempo agotado en { $late } de { $matches } partidas, pero no en otros workers
keeps_to = este torneo solo usa workers de la clase { $class }
waits_for_class = ningún worker de la clase { $class }, que este torneo necesita: inicie uno con `certamen worker --class { $class }`
fell_silent = se perdió durante la partida
no_answer = no se recibió respuesta
heavy = partida { $number }: las carpetas de sus bots ocupan { $most } MiB, demasiado para enviarlas: juegue el torneo sin --bus
