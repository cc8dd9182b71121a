# Labels of the facts of a finding.
answer = the answer
would_do = this would be accepted
rules = the rules say
error = the error
signal = the signal
system = the system says
asked_by = asked by
works = this works
first = first
then = then
limit = the limit
measured = measured
question = the question
file = the file
did_you_mean = did you mean
flush = flush each line with
# $label, $value
fact = { $label }: { $value }

# The report.
# $bot, $language, $game, $protocol, $tier
heading = { $bot } ({ $language }): { $game }, protocol { $protocol }, isolation level { $tier }
# A player that is no program: built in, or on another machine.
# $bot, $language, $game
brief_heading = { $bot } ({ $language }): { $game }
# $matches, $answers
tried = test matches: { $matches }, valid answers: { $answers }
# $slowest, $limit
slowest = slowest answer: { $slowest } / { $limit } ms
# $peak, $limit
memory = peak memory: { $peak } / { $limit } MiB
correction = correction: { $advice }
note = note: { $advice }
# $opponent, $sat, $turn, $seed, $options
in_match = in a match against builtin:{ $opponent }, { $sat }, turn { $turn }, seed { $seed }, { $options }
# $seat, $seats
seated = seat { $seat } of { $seats }
exchange = exchange, byte for byte (> to the bot, < from the bot):
last_words = last lines on standard error:
compiler = compiler output:
all_is_well = no problems found: the bot can play
to_correct = corrections needed: { $count }

# Input and output, and how the run ended.
started = start
unasked = { $said }  (unasked)
no_line_end = { $said }  (no end of line)
argument = argument { $argument }
# $said, $bytes
longer = { $said }… ({ $bytes } bytes)
exited = exit { $code }
signalled = signal { $signal }
timed_out = timeout
too_much_output = too much output
out_of_memory = out of memory
forbidden_call = forbidden system call

# Reasons for a missing report.
cannot_be_played = the match cannot be played: { $why }
left = a bot left the match, which only people can do
no_end = it did not end
nothing_played = no match was played
# $needed, $allowed
needs = { $needed } ms needed, { $allowed } ms allowed
# $needed, $allowed
needs_more = more than { $needed } ms needed, { $allowed } ms allowed
# $needed, $low, $high, $allowed
needs_share = { $needed } % needed ({ $low } to { $high } %); allowed: { $allowed }
# $what, $opponent
against_starting = { $what }, against { $opponent }, moving first
# $what, $opponent
against_not_starting = { $what }, against { $opponent }, moving second
illegal_reply = the answer “{ $reply }” is not a legal move
# $own, $other
points = { $own } points to { $other }
# $what, $position
in_position = { $what }, in the position { $position }
awaited = missing word
