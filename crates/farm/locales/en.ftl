address_form = invalid server address `{ $given }`: use nats://127.0.0.1:4222 or tls://HOST:4222
credentials = the server address contains a username or a password, which process lists show: give a key file with --key
plain = { $host } is another machine and nats:// is not encrypted: use tls://, or add --plain on a private network
not_json = invalid message: { $error }
# $found, $known
other_version = unsupported message version { $found }: expected { $known }
not_unpacked = cannot be decompressed: { $error }
too_long = longer than { $most } MiB
unreadable_result = result rejected: { $error }
other_subject = result rejected: sent under another user's name
# $address, $why
unreachable = no server at { $address } ({ $why }): start one with `nats-server -js`, or check the address
# $address, $why
untrusted = cannot verify the certificate of { $address } ({ $why }): set SSL_CERT_FILE to the file of its issuer; use `tls://` only for a server with a certificate
no_streams = the server at { $address } does not store messages: start it with -js
old_server = server version { $found } is too old: use 2.9 or later
# $found, $why
other_codes = unexpected answer from server version { $found } ({ $why }): use another version, 2.9 or later
# $most, $wanted
narrow = the server accepts messages of at most { $most } KiB: set `max_payload: { $wanted }KB` in its configuration
unknown_key = unknown user on the server at { $address }: give the file of a key it accepts with --key
# $subject, $role
forbidden = this key has no permission for `{ $subject }`: use a key with the role { $role }, as created by `certamen bus setup`
# $stream, $key
settings = stream { $stream } exists with a different `{ $key }`, from another program or an older certamen: use a separate server or account, or remove it with `nats stream rm { $stream }`
# $queue, $stream, $key
queue_settings = queue { $queue } of stream { $stream } exists with a different `{ $key }`: remove it with `nats consumer rm { $stream } { $queue }`, or use a separate server or account
away = server unreachable ({ $what }); retrying
gone = the server lost its stored data; sending it again
# $what, $why
full = the server has no space for { $what } ({ $why }); retrying: `bus setup --disk` sets how much it has
# $what, $why
refused = the server rejects { $what }: { $why }
# $path, $error
secret = { $path }: { $error }
no_secret = { $path }: not a valid secret: remove it; matches in progress are played again
broken_digest = its record is damaged: the digest at the end does not match
other_header = its record belongs to another match: `{ $key }` differs
no_end = its record has no end
beside = the data sent with its record cannot be read
foreign_token = result of { $name } rejected: unknown batch
# $name, $number
foreign_number = match { $number } of { $name } rejected: not in that batch
# $name, $error
not_believed = { $name }: { $error }
# $name, $why
failed_on = { $name }: { $why }
failed_here = the rules failed here when the match was replayed: { $why }
lost = { $matches ->
    [one] one match was lost in transit and is sent
   *[other] { $matches } matches were lost in transit and are sent
} again
overdue = { $matches ->
    [one] one match took too long and is given
   *[other] { $matches } matches took too long and are given
} to other workers
cannot_be_true = it submitted many records that are impossible
back_again = server reachable again
# $bot, $class, $why
unable = no available worker can play bot `{ $bot }` (class { $class }): { $why }
large_result = its result is larger than { $most } KiB
moves_differ = bots moved differently in match { $number } than on two other workers
# $name, $why
suspended = { $name } is suspended: { $why }; its results count until you run `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: all workers of this user are suspended
# $one, $other
undecided = { $one } and { $other } disagree on a match, and there is no third worker to decide
answers_itself = answer of { $name } ignored: it reported these matches itself, and other workers were asked
refused_result = result of suspended worker { $name } rejected
# $path, $error
not_kept = { $path }: cannot store results that wait for the server: { $error }; they are lost if this worker ends before the server is back
# $path, $most
spool_full = { $path }: { $most } MiB of results wait for the server, the maximum; further results are lost if this worker ends before the server is back
# $matches, $slots
fills = this contest can use only { $matches } of { $slots } slots: its format and the memory of its bots allow no more matches at a time; the other slots wait or play other contests
no_worker = no worker with isolation level { $tier } or better: start one with `certamen worker`
undone = workers failed three times, most recently: { $why }
rival = another coordinator is running this contest; it began { $before } s earlier: wait until it ends, or stop it and run this one again; if this folder is a copy, remove `.certamen/bus.json` from the copy
results_differ = its results differ from those of other workers in the same matches ({ $deviations } standard deviations)
# $name, $deviations
residual = { $name }: its results differ from those of other workers in the same matches by { $deviations } standard deviations
# $name, $late, $matches
slow = { $name } is paused: timeouts in { $late } of { $matches } matches, but not on other workers
keeps_to = this contest uses only workers of class { $class }
waits_for_class = no worker of class { $class }, which this contest requires: start one with `certamen worker --class { $class }`
fell_silent = lost during the match
no_answer = no answer received
# $number, $most
heavy = match { $number }: the folders of its bots have { $most } MiB, too much to send: play the contest without --bus
