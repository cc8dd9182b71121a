# $path, $error
file = { $path }: { $error }
# $path, $error
no_report = { $path }: not a report: { $error }: restore the original file
minimum_tier = { $path }: key `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
# $asked, $weakest, $reasons
no_tier = { $asked } requires isolation level { $weakest } or better; { $reasons }
# $asked, $weakest, $have
weak_tier = { $asked } requires isolation level { $weakest } or better, this sandbox has level { $have }; `certamen doctor` shows what it lacks
# $error, $advice
advised =
    { $error }
    { $advice }
no_place = cannot create a folder for builds: { $error }
# $path, $error
bots = { $path }: key `bots`: { $error }
# $before, $next
and = { $before }; { $next }
no_builtin_player = `{ $of }` is not a built-in player: only contests can name others
person = a person has a seat
no_timetable = { $path }: section [timetable] is missing: to run a contest without one, use `certamen run`
no_entries = { $path } has no section [entries]: add it to accept submissions
not_deterministic = declared deterministic and is not
move_time = key `limits.move_time`: { $error }
unplayable = a match cannot be played: { $error }
no_end = a match has no end
other_series = { $path }: contains another comparison: name another file, or give the same bots, game, seed and hypotheses
# $bot, $why
settings = bot `{ $bot }`: { $why }
# $bot, $key
no_evaluations = bot `{ $bot }`: it reports no evaluations of its moves, which `{ $key }` needs; engines with protocol = "uci" or "cecp" do
ends_at_once = bot `{ $bot }`: ends before its first answer
# $bot, $words
ends_at_once_with = bot `{ $bot }`: ends before its first answer; end of its standard error:
    { $words }
name_taken = another bot is named `{ $name }`: give one of them another name in its bot.toml
# $count, $bots
unfit = cannot enter the contest: { $bots }: fix { $count ->
    [one] it
   *[other] them
}, or omit `--strict` to play the others
not_read = it cannot be read
not_built = it cannot be built
not_installed = its language is not installed
not_started = it does not start
settings_refused = it does not take its settings
says_nothing = it reports no evaluations
namesake = another bot has the same name
silent = asleep through three matches in a row
sheet_group = group
sheet_pair = pair
sheet_names = names
sheet_players = players
sheet_best = best
sheet_place = place
sheet_references = references
sheet_mark = mark
partner_banned = another player of the team was banned
# $path, $error
not_written = { $path }: { $error }: run as the owner of the contest folder, or free some space and run again
stays_here = bot `{ $bot }` cannot be sent to workers: omit --bus
# $game, $most
rules_stay_here = the rules of { $game } are larger than { $most } MiB, which workers do not fetch: omit --bus
no_such_game = no game `{ $game }` on this site, or its rules have changed: open another table
no_table = this table cannot be played: open another
# $program, $contest
no_such_program = no bot `{ $program }` plays this game in `{ $contest }`: open a table with another
tables_full = too many tables are waiting: try again shortly
table_failed = this table stopped because of a server error: it resumes with the next move
no_thread = a thread cannot be started: { $error }
stopped = stopped while waiting for workers: run again
strange_answer = invalid answer from a worker
# $path, $left, $least
no_room_left = { $path }: { $left } MiB free on the disk, at least { $least } MiB required: free some space, or set `limits.min_free` in site.toml
no_mail_command = no `mail.command`: e-mails are waiting
# $program, $error
mail_not_started = e-mails are waiting: `{ $program }` cannot be started: { $error }
# $program, $seconds
mail_late = e-mails are waiting: `{ $program }` did not accept one within { $seconds } s
# $program, $status
mail_refused = e-mails are waiting: `{ $program }` did not accept one: { $status }
not_appeared = a player did not appear at its table
entrant_absent = an entrant on another machine is absent
# $number, $fault
rules_failed = match { $number }: { $fault }
cost_limit = { $bot } is excluded from this run: cost limit
rules_paused = { $fault } (the rules of this contest failed: correct them and start `certamen serve` again)
