# $number, $finding
of_match = match { $number }: { $finding }
after_end = data after the end
second_contest = a second contest
told_twice = submission { $id } is listed twice
phase_of_no_contest = a phase without a contest
match_of_no_contest = a match without a contest
not_ascending = match { $number }: match numbers are not in ascending order
breaks_off = incomplete: the end is missing
no_contest = the contest header is missing
# $most, $what
too_many = at most { $most } { $what } can be checked
submissions = submissions
phases = phases
entrants = entrants
matches = matches
lines = rows of the standings
# $given, $known
version = export version { $given }, but this certamen reads version { $known }
unknown_game = unknown game `{ $game }`
# $given, $known
rules = rules version { $given }, but this certamen has version { $known }
ranking = ranking: { $error }
format = format: { $error }
# $key, $reason
contradiction = `{ $key }`: { $reason }
table_size = invalid table size { $seats }
unknown_entrant = match { $number }: unknown entrant at a seat
not_told = submission { $id } is not listed
same_name = two entrants are named { $name }
# $found, $expected
seed = its seed is { $found }, but the contest's seed gives { $expected }
record_without_outcome = there is a record, but no outcome
no_bye = it is a bye, but not marked as one
no_record = its record is missing
# $scores, $seats
scores = its record has { $scores } scores for { $seats } seats
record = record: { $error }
# $key, $found, $expected
header = record: key `{ $key }` is { $found }, but the contest has { $expected }
no_outcome = its record has no outcome
ends_early = its record ends before the match does
digest = record: the digest does not match the lines before it
outcome = the listed outcome differs from the record: { $difference }
# $told, $found
turns = { $told } turns are listed, but the record has { $found }
# $told, $found
faults = { $told } faults are listed, but the record has { $found }
# $seed, $drawn
contest_seed = the contest's seed is { $seed }, but the draw gives { $drawn }
other_entrants = the draw used other entrants than those at the start of the contest
# $told, $found
end = the end counts { $told } matches, but there are { $found }
first_phase = no phase lists the entrants from match 1 on
phases_descend = phases are not in ascending order
# $number, $who
not_planned = match { $number }: the plan has no match { $who }
strange = match { $number }: the plan has no match like this
missing = the match { $who } is missing
# $number, $who, $last
late = match { $number }: { $who } was planned after match { $last }
# $id, $one, $other
not_different = submission { $id } did not answer differently in matches { $one } and { $other }
# $lines, $told
table_length = the standings have { $lines } rows, but { $told } are listed
# $line, $key, $found, $computed
table_key = standings, row { $line }: key `{ $key }` is { $found }, but the records give { $computed }
# $line, $key
table_unknown_key = standings, row { $line }: unknown key `{ $key }`
no_seed = its seed is missing, though it was played
no_contest_seed = the contest's seed is missing, though nothing hides it
attempts = lines of the log
receipts = receipts
log_breaks = attempt log, line { $line }: does not follow from the previous line
# $line, $number
log_other = attempt log, line { $line }: match { $number } is not listed, or has another record
log_head = attempt log: the head given at the end does not match the lines
# $matches
not_logged = attempt log: { $matches } matches are not logged
head_missing = attempt log: the head saved after line { $lines } is not in it
# $file, $digest
receipt_missing = receipt for { $file } (digest { $digest }): not listed in the contest
contest_key = key `{ $key }` of the contest differs from its last phase
phase_format = from match { $first } on: the format is not an extension of the previous one
# $told, $found
remark_tier = the contest states isolation level { $told }, but most matches were played at level { $found }
# $key, $told, $file
file_key = key `{ $key }` of the contest is { $told }, but its file has { $file }
remark_no_file = the contest file is not included
remark_unreadable = the contest file cannot be read here: { $why }
# $key, $file, $played
remark_file = in the contest file `{ $key }` is { $file }, but the contest was played with { $played }
# $key, $matches, $of, $most, $other
remark_conditions = conditions differ in { $matches } of { $of } matches: `{ $key }` is { $most } in most, { $other } in another
other_commitment = the draw's commitment differs from the saved one
other_list = the draw's entrants differ from the saved list
remark_late_secret = the secret was drawn after entries closed: it cannot be verified that it was not chosen
# $turn, $found, $due
house = record: turn { $turn }: the built-in player's answer is `{ $found }`, but on replay it is `{ $due }`
# $turn, $found, $due
program = record: turn { $turn }: the answer of the bot, declared deterministic, is `{ $found }`, but on replay it is `{ $due }`
# $listed, $bot
other_name = the saved list gives the name { $listed } to a bot that the contest names { $bot }
# $named, $count
remark_bots = the contest file names { $named } bots, but { $count } take part
# $turn, $fault
house_fault = record: turn { $turn }: a built-in player has the fault "{ $fault }", which only bots can commit
unknown_house = { $bot } has no files and is not a built-in player of this certamen
# $id, $one, $other
different_untold = submission { $id }, declared deterministic, answered differently in matches { $one } and { $other }, but the contest does not say so
copy_of_undeclared = match { $number }: it was copied, although not all of its bots are declared deterministic
# $number, $original
no_copy = match { $number }: listed as a repeat of match { $original }, which was played differently
declaration = built-in player { $bot }: wrong declaration of determinism
log_times = attempt log, line { $line }: the match ended before it began
# $line, $number, $run, $record
log_tier = attempt log, line { $line }: match { $number } was played in a run at isolation level { $run }, but its record has { $record }
other_tier = the contest states isolation level { $told }, which no run or match had
