address_form = `{ $given }` is no address of a server: write nats://127.0.0.1:4222 or tls://HOST:4222
credentials = names and passwords do not belong in an address, where everybody sees them who lists processes: give a file with --key
plain = { $host } is another machine and nats:// is not encrypted: write tls://, or add --plain if the network is yours alone
not_json = no message of ours: { $error }
other_version = it speaks version { $found }, version { $known } is understood here
not_unpacked = it cannot be unpacked: { $error }
too_long = it is longer than { $most } MiB
unreadable_result = a result is refused: { $error }
unreachable = no server at { $address }: { $why }: start one with `nats-server -js`, or give its address
no_streams = the server at { $address } keeps no messages: start it with -js
old_server = the server has version { $found }, 2.9 is the oldest that will do
narrow = the server takes messages of { $most } KiB at most: say `max_payload: { $wanted }KB` in its configuration
stranger = the server at { $address } does not know this user: give the file of a key that it knows with --key
forbidden = this key may do nothing with `{ $subject }`: give one of a { $role }, as `certamen bus setup` makes them
settings = stream { $stream } is there with another `{ $key }`: it is somebody else's: give certamen a server or an account of its own
away = the server is not heard ({ $what }): it is asked again and again
gone = the server has lost what it kept: it is sent again
refused = the server refuses { $what }: { $why }
secret = { $path }: { $error }
no_secret = { $path }: nothing of ours: remove it, and what is on its way is played again
broken_digest = its record is broken: the digest at its end is another's
other_header = its record is of another match: `{ $key }` differs
no_end = its record has no end
beside = what stands beside its record cannot be read
foreign_token = a result of { $name } is refused: nobody handed that batch out
foreign_number = match { $number } of { $name } is refused: it is not in that batch
not_believed = { $name }: { $error }
failed_on = { $name }: { $why }
lost = { $matches ->
    [one] one match was lost on its way and is sent
   *[other] { $matches } matches were lost on their way and are sent
} again
back_again = the server is heard again
unable = bot `{ $bot }` cannot be played by any machine there is (class { $class }): { $why }
large_result = what came of it is larger than { $most } KiB
