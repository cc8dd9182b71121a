# $folder, $game
trial =
    Try it:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    Standard output is for the referee only; print your own notes to standard error.
flush = Flush at once: what stays in a buffer does not arrive, and the time runs out.
farewell = `fin` means that the match is over, however it ended.
options = The options of the match, as JSON; omitted ones have their default.
forgetful = The announcement does not let programs remember anything: they cannot write files.
