file = { $path }: { $error }
no_report = { $path }: no report: { $error }: put it back as it was
minimum_tier = { $path }: key `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } asks for tier { $weakest } or better; { $reasons }
weak_tier = { $asked } asks for tier { $weakest } or better, this would be tier { $have }
no_place = a folder for building: { $error }
bots = { $path }: key `bots`: { $error }
nobody_plays = all threads that play are gone
and = { $before }; { $next }
no_house_player = `{ $of }` is no house player: only contests can name others
person = a person sat down
no_timetable = { $path }: section [timetable] is missing: `certamen run` runs contests without one
no_entries = { $path } has no section [entries]: add one to take programs in
not_deterministic = declared deterministic and is not
move_time = key `limits.move_time`: { $error }
unplayable = a match cannot be played: { $error }
no_end = a match has no end
other_series = { $path }: it keeps another comparison; name another file, or give the same bots, game, seed and hypotheses
ends_at_once = bot `{ $bot }`: it ends before its first answer
ends_at_once_with = bot `{ $bot }`: it ends before its first answer; its last words:
    { $words }
name_taken = another bot is called `{ $name }`: give one of them another name in its bot.toml
unfit = cannot take part: { $bots }: mend { $count ->
    [one] it
   *[other] them
}, or leave out `--strict` to play the others
not_read = it cannot be read
not_built = it cannot be built
not_installed = its language is not installed
not_started = it does not start
namesake = another bot has its name
silent = asleep through three matches in a row
sheet_group = group
sheet_pair = pair
sheet_names = names
sheet_players = players
sheet_best = best
sheet_place = place
sheet_references = references
sheet_mark = mark
partner_proscribed = another player of the pair was proscribed
not_written = { $path }: { $error }: a contest is held in its own folder: run as its owner, or make room and run again
stays_here = bot `{ $bot }` is an evaluation function: only programs and house players can be played by other machines so far: leave out --bus
share_elsewhere = `{ $share }` is measured where matches are played, and not by other machines so far: give a time, or leave out --bus
tried_here = { $path }: players of a course are tried where they are sent to so far, and with --bus nothing is run there: leave out --bus
