no_public_key = invalid key "{ $text }": expected 56 characters that begin with U
unfinished = the match is unfinished
digest = digest: the record was changed after it was written
no_header = no `peer` in the header: the match was not played between two machines
header = key `peer`: { $reason }
# $given, $known
version = key `peer`: version { $given } of the protocol; this program knows { $known }
players = key `peer`: expected two seats with different keys
seed = key `peer`: seed and seats do not follow from the exchanged halves
unsigned = no signature
signatures = key `signatures`: { $reason }
signature = key `signatures`: the signature of seat { $seat } is not valid
