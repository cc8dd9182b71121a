works = { $name } juega { $slots ->
    [one] una partida
   *[other] { $slots } partidas
} a la vez para { $address } (clase { $class }, nivel de aislamiento { $tier })
tries_again = { $why }; nuevo intento en { $seconds } s
no_name = nombre de worker o de clase no válido `{ $given }`: use 1–40 de a-z, A-Z, 0-9, - y _
reserves_more = --reserve { $reserve } supera el número de plazas: { $slots }
name_taken = el nombre de worker `{ $name }` ya está en uso: elija otro --name
not_isolated = no hay sandbox para programas ajenos: { $reasons }; vea `certamen doctor`, o indique --tier D
and = { $before }; { $next }
key_missing = tls:// necesita la clave de un usuario: indique su archivo con --key
strange_batch = juego, versión del juego o bot desconocido en un lote
no_rules = no se pueden abrir las reglas de `{ $game }`: { $why }
other_rules = sus archivos, su biblioteca o su entorno no son los del servidor del torneo
jobs_elsewhere = con --bus no se juegan partidas aquí: en vez de --jobs, arranque `certamen worker --slots N`
no_bus = este certamen se compiló sin el bus: quite --bus, o compílelo con `--features bus`
name = nombre
class = clase
tier = aislamiento
slots = plazas
busy = ocupadas
matches = partidas
voids = anuladas
rate = partidas/s
load = carga
drift = deriva
residual = residuo
state = estado
since = desde hace
level = urgencia
level_urgent = urgente
level_runs = torneos
level_ladders = escaleras
waiting = en espera
oldest = la más antigua
state_works = jugando
state_drains = terminando
state_rests = en pausa
state_rests_voids = en pausa: partidas anuladas
state_leaves = parando
state_suspended = suspendido
kept = { $path }: se conserva
set_up = Arranque el servidor: nats-server -c { $path }
    Compruébelo: certamen bus check { $address } --key { $folder }/coordinator.key
    Copie la clave de un worker a sus máquinas: certamen worker --connect { $address } --key NAME.key
    Juegue: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = el nombre de usuario `{ $name }` ya está en uso: elija otro
plain_server = conexiones sin cifrar en { $host }: indique --tls-cert y --tls-key, o --plain en una red privada
not_users = { $path }: no lo escribió `certamen bus setup`; apártelo, o indique otra carpeta
server = servidor { $version } en { $address }, mensajes de hasta { $most } KiB
stream = { $name }: { $messages ->
    [one] un mensaje
   *[other] { $messages } mensajes
}, { $size } KiB
stream_missing = { $name }: aún no existe; lo crea un coordinador
does = acción
subject = asunto
whose = roles
may = esta clave
says = publicar
hears = suscribir
yes = sí
no = no
open_server = este servidor lo permite todo a todos: cree usuarios con `certamen bus setup`
key_without_role = esta clave no tiene ningún rol: no permite ejecutar torneos, ni jugar, ni ver
key_of = clave de un { $roles }
key_beyond = clave de un { $roles } con más permisos: { $more }
key_lacks = clave de un { $role } sin permiso para { $lacking }: si la creó una versión anterior, ejecute de nuevo `certamen bus setup` con su carpeta y recargue el servidor
struck = { $matches ->
    [0] ningún resultado de { $name } cuenta aquí
    [one] se anuló un resultado de { $name }: `certamen run { $folder }` juega la partida de nuevo
   *[other] se anularon { $matches } resultados de { $name }: `certamen run { $folder }` juega las partidas de nuevo
}
told = petición enviada a { $name }
several = varios workers se llaman `{ $name }`: indique en su lugar una de sus claves: { $machines }
not_there = no hay ningún worker conectado con el nombre `{ $name }`: enumérelos con `certamen workers --bus URL`
rests_of_voids = worker en pausa: tres partidas anuladas seguidas; reanúdelo con `certamen workers wake`
rests_of_drift = worker en pausa: más lento que de costumbre; se reanuda a su velocidad habitual
is_back = worker reanudado: vuelve a ser tan rápido como de costumbre
state_rests_drift = en pausa: más lento que de costumbre
no_bundle = faltan los archivos del bot en el servidor
