nothing = bot `{ $given }`: no such file or folder; a bot is a folder with bot.toml, a source file, an executable or builtin:NAME
no_manifest = bot { $path }: the folder has no bot.toml
# $path, $error
at = { $path }: { $error }
# $given, $error
bot = bot `{ $given }`: { $error }
# $path, $error
bot_at = bot { $path }: { $error }
# $bot, $error
cannot_be_built = bot `{ $bot }` cannot be built: { $error }
# $bot, $why
refused = bot `{ $bot }` cannot be built: { $why }
# $bot, $why, $words
refused_with =
    bot `{ $bot }` cannot be built: { $why }:
    { $words }
# $bot, $words
python_two = bot `{ $bot }`: { $words }
people = bot `human`: available only in `certamen play`
no_file = { $path } is not a file
not_executable = { $path } is not executable: run chmod +x on it
not_there = { $path } does not exist: it must be among the bot's files or made by its build
not_plain = { $path } is neither a file nor a folder
# $most, $size
too_many = more than { $most } files and folders or { $size } MiB
too_large = larger than { $size } MiB
too_deep = folders are nested more than { $most } levels deep
# $key, $error
key = key `{ $key }`: { $error }
# $value, $error
value = { $value }: { $error }
no_words = the command is empty
no_language = missing key `language` or `command`: set one of them
no_source = list at least one file
superfluous = key `command` starts an installed program: remove `{ $key }`
outside = the path must be relative to the bot's folder and stay inside it, without . and ..
left_out = hidden files and __pycache__ are not part of a bot
no_such_file = no such file
not_usual = give the full path of a program under /usr
long_manifest = larger than { $size } KiB
no_text = not UTF-8
no_evaluation = depth, legacy-cuenta-fichas and legacy-suma-fila apply only to evaluation functions in Lisp
# $game, $given
other_game = evaluation functions are for { $game }, not for { $given }
superfluous_commands = an evaluation function has no build, run or protocol: remove them
no_program = a built-in player has no program
no_function = no evaluation function at this seat
# $seat, $error
scratch_folder = scratch folder of seat { $seat }: { $error }
not_an_entrant = the match includes a bot that is not an entrant
panicked = internal error in the referee
link = bot { $path }: symbolic link: give the full path to use it
too_slow_at_first = { $bot } was too slow in the first attempt, which does not count yet
http_name = `{ $given }` names a player of a contest file; here, use `http:URL`
# $bot, $variable
no_secret = { $bot }: the environment variable { $variable } has no secret; set it to printable ASCII
engine_of_no_engine = only engines have it: set `protocol = "uci"` or `"cecp"`, or remove it
no_nodes_of_cecp = an engine with protocol = "cecp" cannot be limited by nodes: use `depth` or `move_time`
at_least_one = at least 1
engine_depth = 1 to { $most } plies
engine_move_time = a time of a millisecond to an hour, such as "100 ms", "1.5s" or "2 min"
engine_option_text = a name and a value of at most 4096 bytes each, on one line
