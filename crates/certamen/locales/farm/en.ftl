# $name, $slots, $class, $tier, $address
works = { $name } plays { $slots ->
    [one] one match
   *[other] { $slots } matches
} at a time for { $address } (class { $class }, isolation level { $tier })
# $why, $seconds
tries_again = { $why }; retrying in { $seconds } s
no_name = invalid worker or class name `{ $given }`: use 1–40 of a-z, A-Z, 0-9, - and _
# $reserve, $slots
reserves_more = --reserve { $reserve } exceeds the number of slots: { $slots }
name_taken = worker name `{ $name }` is already in use: choose another --name
not_isolated = no sandbox for untrusted programs: { $reasons }; see `certamen doctor`, or give --tier D
# $before, $next
and = { $before }; { $next }
key_missing = tls:// needs a user's key: give its file with --key
strange_batch = unknown game, game version or bot in a batch
# $game, $why
no_rules = the rules of `{ $game }` cannot be opened: { $why }
other_rules = their files, library or environment are not those of the host
jobs_elsewhere = with --bus no matches are played here: start `certamen worker --slots N` instead of --jobs
no_bus = this certamen was built without the bus: omit --bus, or build it with `--features bus`
name = name
class = class
tier = isolation
slots = slots
busy = busy
matches = matches
voids = void
rate = matches/s
load = load
drift = drift
residual = residual
state = state
since = for
level = level
level_urgent = urgent
level_runs = runs
level_ladders = ladders
waiting = waiting
oldest = oldest
state_works = playing
state_drains = finishing
state_rests = paused
state_rests_voids = paused: void matches
state_leaves = stopping
state_suspended = suspended
kept = { $path }: kept
# $path, $address, $folder
set_up = Start the server: nats-server -c { $path }
    Check it: certamen bus check { $address } --key { $folder }/coordinator.key
    Copy a worker's key to its machines: certamen worker --connect { $address } --key NAME.key
    Play: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = user name `{ $name }` is already in use: choose another
plain_server = unencrypted connections at { $host }: give --tls-cert and --tls-key, or --plain on a private network
not_users = { $path }: not written by `certamen bus setup`; move it away, or give another folder
# $address, $version, $most
server = server { $version } at { $address }, messages of up to { $most } KiB
# $name, $messages, $size
stream = { $name }: { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $size } KiB
stream_missing = { $name }: missing; a coordinator creates it
does = action
subject = subject
whose = roles
may = this key
says = publish
hears = subscribe
yes = yes
no = no
open_server = this server lets everyone do everything: create users with `certamen bus setup`
key_without_role = this key has no role: it cannot run contests, play or view
key_of = key of a { $roles }
# $roles, $more
key_beyond = key of a { $roles } with additional permissions: { $more }
# $role, $lacking
key_lacks = key of a { $role } without permission for { $lacking }: if an earlier version created it, run `certamen bus setup` on its folder again and reload the server
# $name, $matches, $folder
struck = { $matches ->
    [0] no results of { $name } count here
    [one] one result of { $name } was revoked: `certamen run { $folder }` replays the match
   *[other] { $matches } results of { $name } were revoked: `certamen run { $folder }` replays the matches
}
told = request sent to { $name }
# $name, $machines
several = several workers named `{ $name }`: give the key of one instead: { $machines }
not_there = no worker named `{ $name }` is connected: list them with `certamen workers --bus URL`
rests_of_voids = worker paused: three void matches in a row; resume it with `certamen workers wake`
rests_of_drift = worker paused: slower than usual; it resumes at its usual speed
is_back = worker resumed: as fast as usual again
state_rests_drift = paused: slower than usual
no_bundle = bot files missing on the server
