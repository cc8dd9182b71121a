# What stands before the facts of a finding.
answer = the answer
would_do = this would do
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
flush = a line is sent at once by
fact = { $label }: { $value }

# The report.
heading = { $bot } ({ $language }): { $game }, protocol { $protocol }, tier { $tier }
tried = matches tried: { $matches }, good answers: { $answers }
slowest = slowest answer: { $slowest } / { $limit } ms
memory = most memory: { $peak } / { $limit } MiB
correction = correction: { $advice }
note = note: { $advice }
in_match = in a match against builtin:{ $opponent }, { $sat }, turn { $turn }, seed { $seed }, { $options }
seated = seat { $seat } of { $seats }
exchange = the exchange, byte for byte (> to the program, < from it):
last_words = its last words on standard error:
compiler = the compiler's words:
all_is_well = all is well: the bot can play
to_correct = corrections to make: { $count }

# What was said, and how it ended.
started = start
unasked = { $said }  (unasked)
no_line_end = { $said }  (no end of line)
argument = argument { $argument }
longer = { $said }… ({ $bytes } bytes)
exited = exit { $code }
signalled = signal { $signal }
timed_out = timeout
too_much_output = too much output
out_of_memory = out of memory
forbidden_call = forbidden system call

# Why there is no report.
cannot_be_played = the match cannot be played: { $why }
left = a program left the match as people do
no_end = it came to no end
nothing_played = nothing was played
needs = { $needed } ms needed, { $allowed } ms allowed
needs_more = more than { $needed } ms needed, { $allowed } ms allowed
needs_share = { $needed } % needed ({ $low } to { $high } %); allowed: { $allowed }
against_starting = { $what }, against { $opponent }, with the start
against_not_starting = { $what }, against { $opponent }, without the start
illegal_reply = the answer “{ $reply }” is no legal move
points = { $own } points to { $other }
in_position = { $what }, in the position { $position }
