# $game, $folder
intro =
    { $game } with built-in players, until you add your own bots. Run it, any number of times, with
    {"    "}certamen run { $folder }
    Its output is in .certamen/ next to this file; remove that folder to start from scratch.
    All keys are in docs/contest-file.md.
name = The title, shown above the standings.
game = The game; `certamen games` lists them.
seed = Equal seeds give equal contests: all randomness of the matches comes from it.
bots =
    The entrants: built-in players ("builtin:..."), source files, folders with a bot.toml. Paths are
    relative to this file, and a `*` matches any name.
programs = Remove the `#` once a bot is in bots/; bots/README.txt says what it may be.
options = The game's options with their defaults: remove a `#` to change one.
unset = Without a default: { $keys }
round_robin =
    Each entrant plays every other twice, once from either seat. More matches may be added later:
    those already played are kept.
one_table =
    All entrants play at one table, again and again; seats rotate. More matches may be added later:
    those already played are kept.
points = 1 for each win, 1/2 for each draw.
total_score = The sum of the points of all matches.
move_time = For each move.
memory = For each bot.
forgetful =
    The announcement does not let bots remember anything: they may not write files. "match" would
    keep what they write until the end of a match.
remembering = What a bot writes into its working directory is kept until the end of its match.
faults =
    To disqualify bots that fail: the faults after which a bot leaves the contest.
tier =
    The minimum isolation level for bots, from "A" (full) to "D" (none). `certamen doctor` shows what
    is available here; "D" is enough for bots that you wrote or read.
# $game, $bots, $folder
folder =
    Put bots here: source files (mybot.py, mybot.c, MyBot.java, ...) or folders with a bot.toml.
    To create a starter bot:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Then remove the `#` before "bots/*" in contest.toml, and check all entrants:
    {"    "}certamen check { $folder }
folder_without_starter =
    Put bots here: source files (mybot.py, mybot.c, MyBot.java, ...) or folders with a bot.toml.
    Then remove the `#` before "bots/*" in contest.toml, and check all entrants:
    {"    "}certamen check { $folder }
hold_it = run it
# $given, $known
no_model = --from { $given }: no contest folder or contest of that name; available contests: { $known }
# $given, $game, $asked
contest_of_another_game = --from { $given }: a contest of { $game }, not of { $asked }
entries =
    For a contest that takes bots on a site (`certamen serve`): remove the `#` of the section and of
    its keys. Then remove `seed`, too, to have it drawn when entries close.
closes = When the last bot may be sent, with its time zone; or "never".
per_author = The maximum number of bots of an author.
max_source = The maximum size of a bot, all its files together.
approval = Whether an organizer approves each bot before it plays.
site = How the site shows the contest.
prize = The prize, on one line.
play_against = Lets people play against all bots of the contest in the browser.
