entry_older = the list has a newer entry of this key
# $all, $of_key
list_full = the list is full: it has at most { $all } entries, and { $of_key } of one key
# $bytes
list_too_long = the list is longer than { $bytes } bytes
# $line, $why
list_line = line { $line }: { $why }
# $bytes
entry_too_long = the entry is longer than { $bytes } bytes
# $why
entry_unreadable = not an entry of a list of players: { $why }
entry_signature = the signature does not match the entry and its key
# $key
entry_text = key `{ $key }`: expected at most 40 visible characters
# $address
entry_address = address { $address }: expected HOST:PORT
# $game
entry_game = unknown game { $game }
# $given, $known
entry_rules = it has version { $given } of the rules; version { $known } is known here
entry_expired = it was issued more than 15 minutes ago
entry_ahead = it was issued in the future: check the clock
# $path, $why
list_file = { $path }: { $why }
# $bytes
record_too_long = the record is longer than { $bytes } bytes
record_one_signature = the record is not signed by both players
# $url
site_url = { $url } is not the address of a site: expected https://…, or http://… on this machine
# $url, $why
site_unreachable = { $url }: { $why }
# $status, $why
site_refused = the site refuses (status { $status }): { $why }
record_names = the names of the players and bots must have at most 40 visible characters
