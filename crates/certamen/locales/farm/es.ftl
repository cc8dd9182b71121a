works = { $name } juega { $slots ->
    [one] una partida
   *[other] { $slots } partidas
} a la vez para { $address } (clase { $class }, nivel { $tier })
tries_again = { $why }: se intenta de nuevo en { $seconds } s
no_name = `{ $given }` no es nombre de máquina ni de clase: valen de 1 a 40 letras sin acento, cifras, - y _
name_taken = otro worker de aquí se llama `{ $name }`: dé a uno de los dos otro --name
key_missing = tls:// necesita la clave de un usuario del servidor: indique su archivo con --key
strange_batch = aquí no se conoce el juego, su versión o algún bot
jobs_elsewhere = con --bus aquí no se juega nada: en vez de --jobs, arranque `certamen worker --slots N`
no_bus = este certamen se compiló sin el bus: quite --bus, o compílelo con `--features bus`
not_held_afar = por ahora una competencia con calendario se juega aquí: quite --bus
name = nombre
class = clase
tier = nivel
slots = puestos
busy = ocupados
matches = partidas
voids = nulas
state = estado
state_works = juega
state_drains = termina
state_rests = descansa
state_leaves = se va
