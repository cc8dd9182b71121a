does_not_compile = The program cannot be built: the compiler refuses it.
does_not_compile_how = Read the compiler's first complaint below, and build in a clean folder with only the files that you hand in.
missing_interpreter = The compiler or interpreter that the program asks for is not there.
missing_interpreter_how = Name one that is installed, in bot.toml or in the first line (#!); its path must be the one on this machine.
unknown_language = It is not clear in which language the program is written.
unknown_language_how = Give the file the usual ending of its language, or put it into a folder with a bot.toml that says `language`.
not_executable = The file may not be run: its permission to be executed is missing.
not_executable_how = Set it with `chmod +x FILE`, and hand the file in so that the permission is kept (tar keeps it).
missing_shebang = The file is a text without a first line that says what runs it, so the system cannot start it.
missing_shebang_how = Begin the file with a line such as `#!/usr/bin/python3`, or name `language` in bot.toml.
windows_shebang = The first line (#!) ends as in Windows, with a carriage return, which becomes part of the interpreter's name.
windows_shebang_how = Save the file with Unix line ends: `sed -i 's/\r$//' FILE`, or the setting LF of your editor.
byte_order_mark = There is an invisible mark (byte order mark, EF BB BF) at the start, where the first letter should be.
byte_order_mark_how = Save the source as UTF-8 without BOM, and write output as plain text (in C# and PowerShell: an encoding without BOM).
python_two = The program is written in Python 2, which no longer exists here; programs are run by Python 3.
python_two_how = Write print(x) instead of print x, input() instead of raw_input(), range instead of xrange, and // where whole numbers are divided.
cannot_start = The program is there, but the system cannot start it.
cannot_start_how = A compiled program must be built for this machine (Linux, x86-64); a script needs a first line (#!) with an interpreter that exists.

missing_flush = The answer stays in the program's own buffer: it comes out only when the program ends, which is too late.
missing_flush_how = Flush after each line. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() of a bufio.Writer.
reads_all_input = The program reads its input to the end before it answers, but the input goes on as long as the match.
reads_all_input_how = Read one line at a time and answer it. Python: input(), not sys.stdin.read(). C: fgets, not a loop until EOF. JavaScript: the event 'line' of readline, not readFileSync(0).
missing_line_end = The answer comes without an end of line, so nobody can know that it is complete.
missing_line_end_how = Print \n behind the answer: puts instead of fputs, println instead of print, printf("%d\n", x).
on_standard_error = The answer is written to standard error, where nobody listens.
on_standard_error_how = Write it to standard output: print(x) without file=sys.stderr, stdout instead of stderr, std::cout instead of std::cerr, console.log instead of console.error.
empty_output = The program ends, or prints an empty line, without having said anything.
empty_output_how = See that every way through the program prints an answer, also where there is no good move; the question that it was asked is below.
answers_unasked = The program speaks before it is asked, or goes on without reading what it is told; its answers then belong to other questions.
answers_unasked_how = Read first, then answer, once for each line that was read; the page of the game's protocol shows who speaks first.
waits_to_be_told = In this game programs speak first, and this one waits to be told something before its first answer.
waits_to_be_told_how = Print the first answer before reading anything: print, then read, then print again.
wrong_protocol = The program is asked in one way and expects another: as an argument, on standard input, or line by line.
wrong_protocol_how = Say `protocol = "…"` in bot.toml if the contest allows it (below is the one that works), or read the question where the game's protocol puts it.
exits_after_first_answer = The program ends after its first answer, but the match goes on.
exits_after_first_answer_how = Put reading and answering into a loop that ends at the farewell `fin` or at the end of input, not earlier.
exits_early = The program ends, or closes its output, in the middle of the match.
exits_early_how = See why it left its loop; it must go on until it reads the farewell `fin` or the end of input, and keep standard output open.
infinite_loop = The program computes and computes and never answers: it is probably caught in a loop.
infinite_loop_how = Look at the loops that run on the question below; a loop that waits for input must also end at the end of input.
too_slow = The program is still computing when its time is over, though it answered other questions in time.
too_slow_how = Let it look at the clock and answer with the best it has, well before the limit; machines of contests may be slower than yours.
waits_forever = The program does nothing and gives no answer: it waits for something that does not come.
waits_forever_how = Compare what it reads with the question below: the number of lines, their order, and where they come; and see that it does not sleep or wait for a key.

extra_text = There is text around the answer, such as a prompt or an explanation; only the answer itself may be printed.
extra_text_how = Print the bare answer: input() without a text in brackets, no "Move:" before it; words for yourself go to standard error.
debug_output = Other lines are printed besides the answer, and the first of them is taken for the answer.
debug_output_how = Send what is for yourself to standard error, which is kept for you: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.
two_lines = The answer is more than one line.
two_lines_how = Print everything that belongs to one answer on one line, and each answer only once.
index_base = The program seems to count from another number than the game: the answer would do if it were one more or one less.
index_base_how = See on the game's page whether places are counted from 0 or from 1; arrays of most languages begin with 0, squares of most games with 1.
trailing_blanks = There are blanks or empty lines around the answer, which this game does not accept.
trailing_blanks_how = Print the answer and one end of line, nothing before and nothing between: trim or strip it first.
windows_line_ends = Lines end as in Windows, with \r\n instead of \n.
windows_line_ends_how = Print \n alone; where input is read with its end of line, remove \r as well as \n.
wrong_case = The answer is right but for capital and small letters.
wrong_case_how = Write the letters exactly as the game's page does.
decimals = A number is printed with a decimal point, an exponent or a sign where a plain whole number belongs.
decimals_how = Make it a whole number before printing: int(x) and // in Python, %d in C, Math.floor in JavaScript, as.integer in R, // or %d in Lua.
decorated = The answer stands between brackets or quotation marks, as languages print lists and texts for programmers.
decorated_how = Print the thing itself, not the list or its representation: print(x[0]) or print(*x) in Python, puts instead of p in Ruby, cat instead of print in R, join for several numbers.
wrong_separator = The parts of the answer are separated by something else than the game asks for.
wrong_separator_how = Separate them as the game's page shows: by one blank, or by nothing at all; not by commas or tabs.
not_text = The answer holds bytes that are no text, such as zeros, raw numbers or another encoding than UTF-8.
not_text_how = Write digits and letters, not the memory they are kept in: printf("%d\n", x) and not fwrite or putchar(x); and no UTF-16.
illegal_move = The answer is well written, but the rules do not allow it in this position.
illegal_move_how = See what the rules say of it below, and ask the program this question again with --from.
not_an_answer = What is printed cannot be read as an answer.
not_an_answer_how = Compare it byte by byte with the examples on the game's page; what the rules say of it is below.

exception = The program was ended by an error of its own, which it reported on standard error.
exception_how = The error and its line are named below; ask the program the same question with --from to see it again.
crash = The program crashed: the system ended it with a signal.
crash_how = SIGSEGV is an access outside an array or through a wild pointer, SIGFPE a division by zero, SIGABRT a failed assertion; build with -g -fsanitize=address and run it on the question below.
memory_limit = The program wants more memory than is allowed.
memory_limit_how = Keep less: bound caches and tables, free what is not needed; virtual machines take a limit of their own (java -Xmx).
output_limit = The program prints much more than an answer, perhaps without end.
output_limit_how = Look for printing inside a loop that does not end, and send what is for yourself to standard error.
forbidden_call = The program asked the system for something that is forbidden here, and was ended for it.
forbidden_call_how = A bot needs standard input, standard output and computing; leave out 32-bit calls, tracing, kernel modules and the like.
missing_file = The program wants a file that is not there, or that it may not touch.
missing_file_how = Hand the file in with the bot and open it beside the program itself, not by a path of your machine: in Python os.path.join(os.path.dirname(__file__), NAME). Only the working directory can be written to.
no_network = The program wants to use the network, which does not exist in the sandbox.
no_network_how = Hand in everything that it needs with the bot; nothing can be fetched during a match.
missing_module = The program asks for a module or library that is not installed here.
missing_module_how = Use the standard library of the language, or put the module into the bot's folder.
not_deterministic = The bot says that it is deterministic, but it gave two answers to the same question.
not_deterministic_how = Leave out chance, clocks and addresses of objects; or say deterministic = false in bot.toml and draw lots from CERTAMEN_SEED.
draws_own_lots = The bot gave two answers to the same question with the same CERTAMEN_SEED, so its matches cannot be repeated.
draws_own_lots_how = That is allowed where the contest does not ask for determinism; to find errors again, seed the generator from the environment variable CERTAMEN_SEED.
near_time_limit = The slowest answer took more than half of the time for a move.
near_time_limit_how = Leave more room: the machine of a contest may be slower or busier than this one.
near_memory_limit = The program once had more than three quarters of the memory that is allowed.
near_memory_limit_how = Longer matches may need more: bound what the program keeps.
error_at_end = The program plays well, but reports an error when the match is over.
error_at_end_how = It costs nothing, but hides real errors: let the program end in peace when it reads `fin` or the end of input.

line_end_first = The end of line comes before the answer instead of behind it, so an empty line is read as the answer.
line_end_first_how = Print the answer first and the end of line behind it. Lisp: (format t "~d~%" x) and (finish-output), not (print x).
