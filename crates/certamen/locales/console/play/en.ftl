turn = turn
move_time = time for a move
seed = seed
unisolated = isolation level D: programs ran without a sandbox; only for your own bots
unfinished = the record ends here: the match is unfinished
said_nothing = nothing on standard error
resume = interrupted; matches played are stored; resume with
again = interrupted; play again with
keys = ← → turn, ↑ ↓ ten turns, Home End, number and Enter, p plays, / fault, j k scroll, q quits
matches = matches
left = left
played_again = is replayed
waiting_for = waiting for { $bots }: no answer yet
waiting_for_line = waiting for { $bots }: no line yet; is its output flushed?
# $bot, $turn, $fault
failed = { $bot } failed in turn { $turn }: { $fault }
check_explains = `{ $command }` checks it and shows how to fix it
otherwise = replay differs: { $why }; continuing, the bot may remember it differently
overwritten = { $path }: existing contents are overwritten
saved = match saved to { $path }; continue with
no_forecast = no forecast: no match is left, or none could be tried
not_tried_here = no forecast yet: with workers, it follows from the first matches played
# $number, $reason
match_deferred = match { $number } deferred after three failed attempts; the next run retries it: { $reason }
tier = isolation level
standard_error = standard error
answer = answer
suspended = bot { $bot } deferred: its matches cannot be played, those of other bots can; the next run retries them
stays = { $bots }: still running after the last message; awaited once only (`certamen check` shows how to exit)
# $players, $matches, $format, $estimate
starts = { $players } players, { $matches } matches, { $format }; { $estimate }
# $players, $matches, $format, $tier, $estimate
starts_isolated = { $players } players, { $matches } matches, { $format }, isolation level { $tier }; { $estimate }
at_least = at least { $matches }
all_played = all played
estimate_follows = time left is shown after the first matches
# $left, $time
left_for = { $left } left: { $time }
