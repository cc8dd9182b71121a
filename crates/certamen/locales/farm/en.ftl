works = { $name } plays { $slots ->
    [one] one match
   *[other] { $slots } matches
} at a time for { $address } (class { $class }, tier { $tier })
tries_again = { $why }: trying again in { $seconds } s
no_name = `{ $given }` is no name of a machine or a class: 1 to 40 letters without accents, digits, - and _ are possible
reserves_more = --reserve { $reserve } keeps more slots than there are: there are { $slots }
name_taken = another worker here is called `{ $name }`: give one of them another --name
not_isolated = nothing isolates programs of others here: { $reasons }: give --tier D if they may do whatever your user may; `certamen doctor` says what is missing
and = { $before }; { $next }
key_missing = tls:// needs the key of a user of the server: give its file with --key
strange_batch = the game, its version or a bot is unknown here
jobs_elsewhere = with --bus nothing is played here: start `certamen worker --slots N` instead of --jobs
no_bus = this certamen was built without the bus: leave out --bus, or build it with `--features bus`
name = name
class = class
tier = tier
slots = slots
busy = busy
matches = matches
voids = voids
rate = matches/s
load = load
drift = drift
residual = residual
state = state
since = for
level = level
level_errands = urgent
level_runs = runs
level_ladders = ladders
waiting = waiting
oldest = oldest
state_works = works
state_drains = drains
state_rests = rests
state_rests_voids = rests: matches fail
state_leaves = leaves
state_suspended = suspended
kept = { $path } stays as it is
set_up = Start the server: nats-server -c { $path }
    Ask it: certamen bus check { $address } --key { $folder }/coordinator.key
    Take the key of a worker to its machines: certamen worker --connect { $address } --key NAME.key
    Play: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = `{ $name }` is taken: users of a server have names of their own
plain_server = others could read along at { $host }: give --tls-cert and --tls-key, or --plain if the network is yours alone
not_users = { $path }: these are no users that `certamen bus setup` wrote: move it away, or give another folder
server = server { $version } at { $address }, keeps messages of up to { $most } KiB
stream = { $name }: { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $size } KiB
stream_missing = { $name }: not there yet; whoever holds a contest makes it
does = does
subject = subject
whose = who may
may = this key
says = says
hears = hears
yes = yes
no = no
open_server = everybody may do everything here: `certamen bus setup` makes users
key_of_nobody = with this key nobody can hold contests, play or look on
key_of = this is the key of a { $roles }
key_beyond = this is the key of a { $roles }, and may do more than that: { $more }
key_lacks = this is nearly the key of a { $role }, but it may do nothing with { $lacking }: if an earlier version set it up, run `certamen bus setup` with its folder again and reload the server
struck = { $matches ->
    [0] nothing of { $name } counts here
    [one] one match of { $name } was taken away: `certamen run { $folder }` plays it again
   *[other] { $matches } matches of { $name } were taken away: `certamen run { $folder }` plays them again
}
told = { $name } is told
several = several machines called `{ $name }` are there: give the key of one of them in its place: { $machines }
not_there = no machine called `{ $name }` is there now: `certamen workers --bus URL` lists those that are
rests_of_voids = three matches in a row failed here: this machine rests until it is woken by `certamen workers wake`
rests_of_drift = this machine is slower than usual: it rests until it is back
is_back = this machine is as fast as usual again
state_rests_drift = rests: slower than usual
no_bundle = the files of the bot are not on the server
