kernel = kernel
user = user
user_namespace = user namespace
mount_namespace = mount namespace
other_namespaces = other namespaces
pivot_root = pivot_root
mount_of_proc = mount of proc
mount_attributes = mount attributes
seccomp = seccomp
pidfd = pidfd
landlock = Landlock
time_source = clock source
control_groups = control groups
turns = freezing of control groups
canaries = self-test programs
sandbox = sandbox
self_test = self-test
root_is_read_only = root is read-only
files_are_hidden = the machine's files are hidden
files_are_closed = the machine's files cannot be opened
others_out_of_reach = other processes are out of reach
no_sockets = no sockets
no_namespaces = no namespaces and no mounts
first_out_of_reach = the first process is out of reach
rare_parts = rarely used parts of the kernel are blocked
no_other_user = user, scheduling and processor cannot be changed
answers_are_heard = answers are received
call_filter = system call filter
side_doors = other kernel entry points
second_user = second user
first_process = the first process cannot be killed
limits_stay = limits cannot be raised
three_descriptors = three descriptors
no_network = no network
constant_number = constant process ID
daemons = daemons are stopped
process_limit = process limit
memory_limit = memory limit
computing_time = CPU time
children_time = CPU time of children
wall_time = wall time
output_limit = output limit
scratch_folder = scratch folder
group_clock = group clock
freezing = freezing
memory_group = memory group
process_group = process group
namespaces = namespaces
private_root = private root
limits = limits
raising = creating a sandbox
bare_run = one run without isolation
sandbox_run = one run in the sandbox
one_core = question and answer on one core
stopping = turn with freezing and resuming
two_cores = question and answer across cores
stolen = time stolen by the hypervisor
# $item, $detail
does_not_hold = the sandbox failed its self-test: { $item }: { $detail }; run `certamen doctor`
nothing_to_test = isolation level D isolates nothing: there is nothing to test
cannot_be_tested = the sandbox cannot be tested: { $error }
canary_processor = the self-test is available only for Linux on x86-64
no_temporary_folder = no folder for temporary files
canary_silent = a self-test program gave no answer: { $status }
# $path, $error
canary_place = { $path }: { $error }
attempts = { $count } attempts
# $heard, $asked
answers_to_calls = { $heard } answers to { $asked } calls
# $call, $answer
call_answered = system call { $call }: { $answer }
# $calls, $answers
calls_answered = { $calls }: { $answers }
# $said, $expected
said_instead = `{ $said }` instead of `{ $expected }`
# $name, $value
status_field = { $name } { $value }
# $door, $end
door_open = { $door }: { $end }
same_user = user { $user }, the same as ours
own_user = user { $user }
kill_answers = kill returns { $answers }
# $resource, $answer
limit_raised = resource { $resource }: { $answer }
devices = devices { $names }
# $first, $second
numbers = { $first }, then { $second }
processes_left = { $count } processes
forks_and_error = forks and error: { $heard }
forks = { $count } forks
after_ms = after { $ms } ms
# $charged, $wall
charged_and_passed = { $charged } ms charged, { $wall } ms elapsed
# $end, $wall
end_after = { $end } after { $wall }
# $end, $bytes
end_with = { $end } with { $bytes } bytes
left_behind = left behind for the next run: { $answers }
wall_is_charged = wall time is charged
deviation = { $share } % from the program's own measurement
off_turn = { $share } % of the time off turn used
# $time, $ratio
of_that = { $time }, { $ratio } times as long
meanwhile = { $share } % during the test
resources = memory, number of processes, clock
no_answer = no answer
loses_all = all isolation
loses_all_but_root = all isolation, unless run as root
loses_own_network = separate network, processes, names
loses_own_processes = separate processes only
loses_safe_ends = safe termination
loses_second_wall_behind = a second barrier behind the private root
loses_second_wall = a second barrier
loses_second_user = second user, isolation level A
loses_cheap_clocks = fast clocks: each reading of the time is a system call
loses_tier_a = isolation level A
cause_kernel = the kernel is too old, or a filter hides the call
cause_namespaces = the limit on user namespaces may be reached
cause_sysctl = the sysctl { $name } is 0
cause_app_armor = AppArmor denies user namespaces to programs without a profile
cause_filter = a system call filter is active, as in a container
cause_root = root lacks capabilities, or parts of proc are masked
cause_rights = permission denied
cause_unknown = unknown
cause_user = only root can give programs a separate user
cause_counter = the kernel does not trust the processor's counter
fix_kernel = use Linux 5.12 or later
# $name, $value
fix_sysctl = set the sysctl { $name } to { $value }
fix_profile = load the profile in { $page }
fix_container = give the container the options in { $page }
fix_rights = run as root
fix_unknown = see { $page }
fix_user = run as root, as the service in { $page } does
fix_counter = boot with clocksource=tsc if the machine's counter is sound
