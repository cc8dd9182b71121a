address_form = `{ $given }` is no address of a server: write nats://127.0.0.1:4222 or tls://HOST:4222
credentials = names and passwords do not belong in an address, where everybody sees them who lists processes: give a file with --key
plain = { $host } is another machine and nats:// is not encrypted: write tls://, or add --plain if the network is yours alone
not_json = no message of ours: { $error }
other_version = it speaks version { $found }, version { $known } is understood here
not_unpacked = it cannot be unpacked: { $error }
too_long = it is longer than { $most } MiB
unreadable_result = a result is refused: { $error }
other_subject = a result is refused: it came under the name of another user
unreachable = no server at { $address }: { $why }: start one with `nats-server -js`, or give its address
untrusted = { $address } answers, but its encryption is not believed: { $why }: SSL_CERT_FILE names the file of who signed its certificate, and `tls://` is for servers that have one
no_streams = the server at { $address } keeps no messages: start it with -js
old_server = the server has version { $found }, 2.9 is the oldest that will do
other_codes = the server has version { $found }, and answers otherwise than certamen knows ({ $why }): take another version of it, from 2.9
narrow = the server takes messages of { $most } KiB at most: say `max_payload: { $wanted }KB` in its configuration
stranger = the server at { $address } does not know this user: give the file of a key that it knows with --key
forbidden = this key may do nothing with `{ $subject }`: give one of a { $role }, as `certamen bus setup` makes them
settings = stream { $stream } is there with another `{ $key }`: it is another program's, or of an earlier certamen: give certamen a server or an account of its own, or remove it with `nats stream rm { $stream }`
queue_settings = queue { $queue } of stream { $stream } is there with another `{ $key }`: remove it with `nats consumer rm { $stream } { $queue }`, or give certamen a server or an account of its own
away = the server is not heard ({ $what }): it is asked again and again
gone = the server has lost what it kept: it is sent again
full = the server has no room for { $what } ({ $why }): it is sent again and again, until there is some; `bus setup --disk` says how much there is to be
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
overdue = { $matches ->
    [one] one match was away for too long and is given
   *[other] { $matches } matches were away for too long and are given
} to other machines
cannot_be_true = it handed in many records that cannot be true
back_again = the server is heard again
unable = bot `{ $bot }` cannot be played by any machine there is (class { $class }): { $why }
large_result = what came of it is larger than { $most } KiB
moves_differ = bots move differently in match { $number } than on two other machines
suspended = { $name } is not believed any more: { $why }; what it handed in stands until you say `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: no machine of this user is believed any more
undecided = { $one } and { $other } say that the same match went differently, and there is no third machine to ask
answers_itself = an answer of { $name } is not compared: it said itself how these matches went, and others were asked
refused_result = a result of { $name } is refused: nobody believes it any more
not_kept = { $path }: a result that waits for the server is not on disk: { $error }; what this machine plays now is lost if it ends before the server is back
spool_full = { $path }: { $most } MiB of results wait there for the server, and no more are kept on disk; what this machine plays now is lost if it ends before the server is back
fills = this contest has { $matches } matches at a time for { $slots } slots: as many as its format and what programs remember allow; the others wait, or play for other contests
nobody = no machine is there with tier { $tier } or better: start one with `certamen worker`
undone = machines failed three times, the last time so: { $why }
rival = another coordinator holds this contest: it began { $before } s earlier: wait until it ends, or stop it and run this one again; if this folder is a copy, remove `.certamen/bus.json` from the copy
results_differ = its results are not those of other machines that play the same matches ({ $deviations } deviations)
residual = { $name }: its results differ from those of other machines that play the same matches, by { $deviations } deviations
slow = { $name }: time ran out in { $late } of { $matches } matches, and elsewhere it does not: it is told to rest
keeps_to = this contest keeps to machines of class { $class }
waits_for_class = nobody of class { $class } is there, which this contest keeps to: it waits for a worker of that class (`certamen worker --class { $class }`)
fell_silent = it was lost in the middle of the match
no_answer = no answer came
heavy = match { $number }: its programs have { $most } MiB in their folders, more than travels: play the contest without --bus
