trial =
    Try it:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    Standard output is for the referee alone; notes to yourself go to standard error.
flush = Flushed at once: what waits in a buffer is not heard, and the time runs out.
farewell = `fin` says that the match is over, however it ended.
options = The options of the match, as JSON; what its host left out has its usual value.
forgetful = The announcement lets programs remember nothing: no file can be written.
