works = { $name } plays { $slots ->
    [one] one match
   *[other] { $slots } matches
} at a time for { $address } (class { $class }, tier { $tier })
tries_again = { $why }: trying again in { $seconds } s
no_name = `{ $given }` is no name of a machine or a class: 1 to 40 letters without accents, digits, - and _ are possible
name_taken = another worker here is called `{ $name }`: give one of them another --name
key_missing = tls:// needs the key of a user of the server: give its file with --key
strange_batch = the game, its version or a bot is unknown here
jobs_elsewhere = with --bus nothing is played here: start `certamen worker --slots N` instead of --jobs
no_bus = this certamen was built without the bus: leave out --bus, or build it with `--features bus`
not_held_afar = a contest with a timetable is played here so far: leave out --bus
name = name
class = class
tier = tier
slots = slots
busy = busy
matches = matches
voids = voids
state = state
state_works = works
state_drains = drains
state_rests = rests
state_leaves = leaves
