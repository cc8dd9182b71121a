address_form = `{ $given }` no es la dirección de un servidor: escriba nats://127.0.0.1:4222 o tls://HOST:4222
credentials = los nombres y las contraseñas no van en una dirección, donde los ve cualquiera que liste los procesos: indique un archivo con --key
plain = { $host } es otra máquina y nats:// no va cifrado: escriba tls://, o añada --plain si la red es solo suya
not_json = no es un mensaje nuestro: { $error }
other_version = habla la versión { $found }, aquí se entiende la versión { $known }
not_unpacked = no se puede descomprimir: { $error }
too_long = pasa de { $most } MiB
unreadable_result = se rechaza un resultado: { $error }
unreachable = no hay servidor en { $address }: { $why }: arranque uno con `nats-server -js`, o indique su dirección
no_streams = el servidor en { $address } no guarda mensajes: arránquelo con -js
old_server = el servidor es de la versión { $found }, la más antigua que sirve es la 2.9
narrow = el servidor solo acepta mensajes de hasta { $most } KiB: ponga `max_payload: { $wanted }KB` en su configuración
stranger = el servidor en { $address } no conoce a este usuario: indique con --key el archivo de una clave que conozca
forbidden = esta clave no puede hacer nada con `{ $subject }`: indique una de { $role }, como las que hace `certamen bus setup`
settings = el flujo { $stream } ya existe con otro `{ $key }`: es de otros: dé a certamen un servidor o una cuenta propios
away = no se oye al servidor ({ $what }): se le pregunta una y otra vez
gone = el servidor ha perdido lo que guardaba: se envía de nuevo
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
back_again = se oye otra vez al servidor
unable = ninguna máquina de las que hay puede jugar con el bot `{ $bot }` (clase { $class }): { $why }
large_result = su resultado pasa de { $most } KiB
