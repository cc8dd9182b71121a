intro =
    { $game } for house players, until your programs come. Hold it, as often as you like, with
    {"    "}certamen run { $folder }
    What it writes lies in .certamen/ beside this file; remove that to start afresh.
    All keys are in docs/contest-file.md.
name = The title, as shown above the table.
game = Which game; `certamen games` lists them.
seed = Equal seeds give equal contests: all luck of the matches comes from it.
bots =
    Who takes part: house players ("builtin:..."), source files, folders with a bot.toml. Paths are
    relative to this file, and a `*` stands for any name.
programs = Take the `#` away once a program lies in bots/; bots/README.txt says what it may be.
options = The game's own options, with their usual values: take a `#` away to change one.
unset = Without a usual value: { $keys }
round_robin =
    Everybody meets everybody else, twice, from either seat. More may be asked for later: what was
    played stays.
one_table =
    All sit down together, again and again, everybody moving one seat on. More may be asked for
    later: what was played stays.
points = 1 for each match won, 1/2 for each drawn.
total_score = The points of all matches, added up.
move_time = For each move.
memory = Of each program.
forgetful =
    The announcement lets programs remember nothing: they may write no files. "match" would keep
    what they write until the end of a match.
remembering = What a program writes into its working directory is there until its match is over.
faults =
    Who fails so often that it tires you: faults after which a program leaves the contest.
tier =
    The least protection from programs, from "A" (all) to "D" (none). `certamen doctor` says what
    there is here; "D" will do for programs that you wrote or read.
folder =
    Programs come here: source files (mybot.py, mybot.c, MyBot.java, ...) or folders with a bot.toml.
    A program to begin with:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Then take the `#` before "bots/*" in contest.toml away, and see what is found in all of them:
    {"    "}certamen check { $folder }
hold_it = hold it
no_model = --from { $given }: there is no contest in a folder of that name, and none is called so: { $known }
contest_of_another_game = --from { $given }: that is a contest of { $game }, not of { $asked }
