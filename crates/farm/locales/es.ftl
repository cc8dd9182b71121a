address_form = `{ $given }` no es la dirección de un servidor: escriba nats://127.0.0.1:4222 o tls://HOST:4222
credentials = los nombres y las contraseñas no van en una dirección, donde los ve cualquiera que liste los procesos: indique un archivo con --key
plain = { $host } es otra máquina y nats:// no va cifrado: escriba tls://, o añada --plain si la red es solo suya
not_json = no es un mensaje nuestro: { $error }
other_version = habla la versión { $found }, aquí se entiende la versión { $known }
not_unpacked = no se puede descomprimir: { $error }
too_long = pasa de { $most } MiB
unreadable_result = se rechaza un resultado: { $error }
other_subject = se rechaza un resultado: llegó a nombre de otro usuario
unreachable = no hay servidor en { $address }: { $why }: arranque uno con `nats-server -js`, o indique su dirección
untrusted = { $address } responde, pero no se cree su cifrado: { $why }: SSL_CERT_FILE indica el archivo de quien firmó su certificado, y `tls://` es para servidores que tienen uno
no_streams = el servidor en { $address } no guarda mensajes: arránquelo con -js
old_server = el servidor es de la versión { $found }, la más antigua que sirve es la 2.9
other_codes = el servidor tiene la versión { $found } y responde de otro modo que el que certamen conoce ({ $why }): usa otra versión, desde la 2.9
narrow = el servidor solo acepta mensajes de hasta { $most } KiB: ponga `max_payload: { $wanted }KB` en su configuración
stranger = el servidor en { $address } no conoce a este usuario: indique con --key el archivo de una clave que conozca
forbidden = esta clave no puede hacer nada con `{ $subject }`: indique una de { $role }, como las que hace `certamen bus setup`
settings = el flujo { $stream } ya existe con otro `{ $key }`: es de otro programa o de un certamen anterior: dé a certamen un servidor o una cuenta propios, o elimínelo con `nats stream rm { $stream }`
queue_settings = la cola { $queue } del flujo { $stream } ya existe con otro `{ $key }`: quítela con `nats consumer rm { $stream } { $queue }`, o dé a certamen un servidor o una cuenta propios
away = no se oye al servidor ({ $what }): se le pregunta una y otra vez
gone = el servidor ha perdido lo que guardaba: se envía de nuevo
full = el servidor no tiene sitio para { $what } ({ $why }): se envía una y otra vez, hasta que lo haya; `bus setup --disk` dice cuánto debe haber
refused = el servidor rechaza { $what }: { $why }
secret = { $path }: { $error }
no_secret = { $path }: no es nuestro: bórrelo, y lo que esté en camino se jugará de nuevo
broken_digest = su acta está dañada: el resumen del final es de otra
other_header = su acta es de otra partida: `{ $key }` no coincide
no_end = su acta no tiene final
beside = lo que acompaña a su acta no se puede leer
foreign_token = se rechaza un resultado de { $name }: nadie repartió ese lote
foreign_number = se rechaza la partida { $number } de { $name }: no está en ese lote
not_believed = { $name }: { $error }
failed_on = { $name }: { $why }
lost = { $matches ->
    [one] una partida se perdió por el camino y se envía
   *[other] { $matches } partidas se perdieron por el camino y se envían
} de nuevo
overdue = { $matches ->
    [one] una partida tardaba demasiado y se da
   *[other] { $matches } partidas tardaban demasiado y se dan
} a otras máquinas
cannot_be_true = entregó muchos registros que no pueden ser ciertos
back_again = se oye otra vez al servidor
unable = ninguna máquina de las que hay puede jugar con el bot `{ $bot }` (clase { $class }): { $why }
large_result = su resultado pasa de { $most } KiB
moves_differ = en la partida { $number } los bots juegan de otro modo que en otras dos máquinas
suspended = ya no se cree a { $name }: { $why }; lo que entregó vale hasta que diga `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: ya no se cree a ninguna máquina de este usuario
undecided = según { $one } y { $other }, la misma partida fue de otro modo, y no hay una tercera máquina a la que preguntar
answers_itself = una respuesta de { $name } no se compara: ella misma dijo cómo fueron esas partidas, y se preguntaba a otros
refused_result = se rechaza un resultado de { $name }: ya nadie la cree
not_kept = { $path }: un resultado que espera al servidor no está en el disco: { $error }; lo que esta máquina juega ahora se pierde si termina antes de que vuelva el servidor
spool_full = { $path }: allí esperan al servidor { $most } MiB de resultados, y no se guardan más en el disco; lo que esta máquina juega ahora se pierde si termina antes de que vuelva el servidor
fills = esta competencia tiene { $matches } partidas a la vez para { $slots } puestos: tantas como permiten su formato y lo que recuerdan los programas; los demás esperan o juegan para otras competencias
nobody = no hay ninguna máquina con nivel { $tier } o mejor: arranque una con `certamen worker`
undone = las máquinas fallaron tres veces, la última así: { $why }
rival = otro coordinador lleva este concurso: empezó { $before } s antes: espere a que termine, o párelo y vuelva a ejecutar este; si esta carpeta es una copia, borre `.certamen/bus.json` de la copia
results_differ = sus resultados no son los de otras máquinas que juegan las mismas partidas ({ $deviations } desviaciones)
residual = { $name }: sus resultados se apartan de los de otras máquinas que juegan las mismas partidas, en { $deviations } desviaciones
slow = { $name }: se acabó el tiempo en { $late } de { $matches } partidas, y en otras máquinas no: se le dice que descanse
keeps_to = esta competencia se queda con las máquinas de la clase { $class }
waits_for_class = no hay nadie de la clase { $class }, con la que se queda esta competencia: espera a una máquina de esa clase (`certamen worker --class { $class }`)
fell_silent = se perdió en medio de la partida
no_answer = no llegó ninguna respuesta
heavy = partida { $number }: sus programas tienen { $most } MiB en sus carpetas, más de lo que viaja: juegue la competencia sin --bus
