# $name, $known
language_unknown = unknown language `{ $name }`: expected one of { $known }
# $suffix, $known
language_suffix = no language has the file extension `{ $suffix }`: expected one of { $known }
# $tool, $package
tool_missing = { $tool } is not installed: install the Debian package { $package }
# $path, $package
tool_script = { $path } is a script, not the program itself: install the Debian package { $package }
tool_unusual = { $tool } is not a program in /usr/bin or /usr/games: a bot's own command must start with one, or with one of its own files in {"{"}directory{"}"} or {"{"}out{"}"}
tier_unknown = unknown isolation level `{ $letter }`: use A, B, C or D
# $tier, $reason
tier_lost = isolation level { $tier } is unavailable: { $reason }
lost_platform = it requires Linux on x86-64
lost_user = only root can give programs a separate user
lost_root = root has level A, or C with a separate user for each program
lost_open = it isolates nothing
# $what, $error, $fix
no_group = no { $what }: { $error } ({ $fix })
# $first, $others
no_groups = { $first }; { $others }
group_memory = control group for memory
group_processes = control group for the number of processes
group_clock = control group clock
group_share = control group for the processor
group_turns = freezing of control groups
group_list = list of control groups
group_working = working control group
group_start = start of this process
fix_read_only = the control group tree is read-only, as is usual in containers: give the container a writable one
fix_rights = run as root, or start under `systemd-run --user --scope -p Delegate=yes`
fix_busy = other processes are in our group, or it is not delegated to us: start under `systemd-run --scope -p Delegate=yes`, with `--user` if not root
fix_mount = mount the control groups; the kernel may lack this one
fix_look = see the control groups of this machine in /proc/self/cgroup
# $program, $error
start = cannot start { $program }: { $error }
no_command = cannot start a program: no command given
stalled = reading a program's output: this machine stalled for { $late } ms
doing_confining = confining a program
doing_listening = reading a program's output
doing_pipes = preparing pipes
doing_clock = starting a clock
doing_reading_clock = reading a clock
doing_sending = sending a line
doing_starting = starting a program
doing_ending = ending a program
doing_building = creating a sandbox
doing_canary = running a self-test program
doing_waiting = waiting for a program
zygote_says = the zygote answered { $answer }
zygote_nonsense = invalid answer from the zygote
zygote_silent = no answer from the zygote
zygote_gone = the zygote has exited
set_up_silent = no answer from the sandbox setup
set_up_failed = the sandbox setup failed
too_many_words = too many arguments and environment variables
word_with_nul = an argument of the command contains a NUL byte
too_long = command and environment are too long
# $operation, $cause
failed = { $operation }: { $cause }
step_filter = the system call filter
step_zygote = the zygote's file
step_group = the control group
step_user = a user namespace
step_namespaces = namespaces
step_pipe = a pipe
step_first = the first process
step_name = a name
step_root = the private root
step_session = a session
step_limits = limits
step_descriptors = descriptors
step_landlock = landlock
step_privileges = privileges
step_plan = the plan
step_execution = the program
# $path, $error
with_path = { $path }: { $error }
confined_failed = sandbox: { $failure }
closed_to_others = programs run as a separate user, which cannot enter { $folder }: allow it (chmod o+x), or use another folder for the contest
landlock_old = the kernel's Landlock is missing or too old
landlock_root = the program would run as root: give it a separate user
landlock_rules = landlock: { $words }
# $path, $error
landlock_path = landlock: { $path }: { $error }
filter_build = system call filter: { $words }
filter_processor = system call filter: none for this processor, only for x86-64 and arm64
# $why, $words
refused_words =
    { $why }:
    { $words }
refused_exit = the compiler exited with code { $code }
refused_signal = the compiler was stopped by signal { $signal }
# $cpu, $wall
refused_time = the build used more than { $cpu } s of CPU time or took longer than { $wall } s
refused_memory = the build used more than { $mib } MiB of memory
refused_output = the compiler printed more than { $mib } MiB
refused_security = the build made a forbidden system call
products = build output: { $why }
products_large = more than { $mib } MiB
products_many = more than { $most } files and folders
products_cut = incomplete archive
products_size = a size is not a number
products_huge = a size is too large
products_mode = a mode is not a number
products_named = invalid file name { $path }
products_link = { $path } is a symbolic link
products_kind = { $path } is neither a file nor a folder
# $tool, $error
compiler = cannot run the compiler { $tool }: { $error }
# $end, $answer, $errors
test_answer = the test program ended with { $end } and answered { $answer }: { $errors }
lost_end = a program that does nothing ended with { $end }
damaged_pack = damaged archive
