# $game, $known
game_of_record = key `game`: unknown game `{ $game }`; use { $known }
line = line { $number }
too_large = { $given }: too large for a record
number_of_match = { $given }: expected a match number after #, as in contests/footsteps#1
record_turn = --from { $given }: write RECORD#TURN, as in r.jsonl#5 or contests/go#7#31
stderr_text = key `stderr`: expected a text
mancala_only = --transcript is only for mancala8: this is { $game }
unplayable = the match cannot be played: { $void }
not_resumed = the match cannot be resumed: { $reason }
# $record, $turn, $played
turn = { $record }: turn { $turn } of { $played }
# $seat, $given, $last
seats_of = --stderr { $seat }: { $given } has seats 0 to { $last }
a_contest = { $given } is a contest: `certamen standings { $given }` shows its standings, `certamen show { $given }#1` its first match
a_folder = { $given } is a folder: name a record file, or a contest and #MATCH
not_watched = warning: changes of files are noticed late, after up to half a minute: { $error }
