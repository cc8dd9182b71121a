# $target
open = Waiting for challengers. They call: certamen challenge { $target } BOT
# $alias, $key
challenged = Challenged by { $alias } ({ $key })
# $alias
unfit_alias = invalid --alias "{ $alias }": expected 1 to 40 visible characters
# $address
all_addresses = { $address } stands for all addresses of this machine: others call one of them; --public HOST:PORT prints it
own_seat = Own seat: { $seat }
interrupted = connection interrupted; it is restored if possible
restored = connection restored
signed_record = record, signed by both
other_record = record
unsigned = not signed by both: { $why }
unfinished = match unfinished: { $why }
past = --until { $time } has passed
no_home = no folder for the key: set HOME or give --key FILE
# $signed, $opener, $challenger
played_between = { $signed }: { $opener } against { $challenger }
signed_by_both = signed by both
signed_by_one = signed by one player only
not_verifiable = not verifiable: times, names of bots, who operates a key, agreements between players
