works = { $name } juega { $slots ->
    [one] una partida
   *[other] { $slots } partidas
} a la vez para { $address } (clase { $class }, nivel { $tier })
tries_again = { $why }: se intenta de nuevo en { $seconds } s
no_name = `{ $given }` no es nombre de máquina ni de clase: valen de 1 a 40 letras sin acento, cifras, - y _
reserves_more = --reserve { $reserve } guarda más puestos de los que hay: hay { $slots }
name_taken = otro worker de aquí se llama `{ $name }`: dé a uno de los dos otro --name
not_isolated = aquí nada aísla los programas ajenos: { $reasons }: indique --tier D si pueden hacer todo lo que puede su usuario; `certamen doctor` dice qué falta
and = { $before }; { $next }
key_missing = tls:// necesita la clave de un usuario del servidor: indique su archivo con --key
strange_batch = aquí no se conoce el juego, su versión o algún bot
jobs_elsewhere = con --bus aquí no se juega nada: en vez de --jobs, arranque `certamen worker --slots N`
no_bus = este certamen se compiló sin el bus: quite --bus, o compílelo con `--features bus`
name = nombre
class = clase
tier = nivel
slots = puestos
busy = ocupados
matches = partidas
voids = nulas
rate = partidas/s
load = carga
drift = deriva
residual = residuo
state = estado
since = desde hace
level = urgencia
level_errands = urgente
level_runs = torneos
level_ladders = escaleras
waiting = en espera
oldest = la más antigua
state_works = juega
state_drains = termina
state_rests = descansa
state_rests_voids = descansa: fallan partidas
state_leaves = se va
state_suspended = suspendida
kept = { $path } se queda como está
set_up = Arranque el servidor: nats-server -c { $path }
    Pregúntele: certamen bus check { $address } --key { $folder }/coordinator.key
    Lleve la clave de un worker a sus máquinas: certamen worker --connect { $address } --key NAME.key
    Juegue: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = `{ $name }` ya está ocupado: cada usuario de un servidor tiene su nombre
plain_server = en { $host } otros podrían leer: indique --tls-cert y --tls-key, o --plain si la red es solo suya
not_users = { $path }: no son usuarios que escribiera `certamen bus setup`: apártelo, o indique otra carpeta
server = servidor { $version } en { $address }, guarda mensajes de hasta { $most } KiB
stream = { $name }: { $messages ->
    [one] un mensaje
   *[other] { $messages } mensajes
}, { $size } KiB
stream_missing = { $name }: aún no existe; lo hace quien celebra una competencia
does = hace
subject = asunto
whose = quién puede
may = esta clave
says = dice
hears = oye
yes = sí
no = no
open_server = aquí todos pueden hacerlo todo: `certamen bus setup` hace usuarios
key_of_nobody = con esta clave nadie puede celebrar competencias, ni jugar, ni mirar
key_of = esta es la clave de un { $roles }
key_beyond = esta es la clave de un { $roles }, y permite más que eso: { $more }
key_lacks = esta es casi la clave de un { $role }, pero no permite nada con { $lacking }: si la hizo una versión anterior, ejecute de nuevo `certamen bus setup` con su carpeta y haga que el servidor la relea
struck = { $matches ->
    [0] nada de { $name } cuenta aquí
    [one] se quitó una partida de { $name }: `certamen run { $folder }` la juega de nuevo
   *[other] se quitaron { $matches } partidas de { $name }: `certamen run { $folder }` las juega de nuevo
}
told = se le dice a { $name }
several = hay varias máquinas llamadas `{ $name }`: indique en su lugar la clave de una de ellas: { $machines }
not_there = ahora no hay ninguna máquina llamada `{ $name }`: `certamen workers --bus URL` enumera las que hay
rests_of_voids = tres partidas seguidas fallaron aquí: esta máquina descansa hasta que la despierte `certamen workers wake`
rests_of_drift = esta máquina va más lenta que de costumbre: descansa hasta que se recupere
is_back = esta máquina vuelve a ser tan rápida como de costumbre
state_rests_drift = descansa: más lenta que de costumbre
no_bundle = los archivos del bot no están en el servidor
