error = error: { $what }
usage = Usage: { $usage }
more = For more information, try '{ $flag }'.
possible_values = [possible values: { $values }]
subcommands = [subcommands: { $commands }]
given_twice = the argument '{ $argument }' cannot be used multiple times
# $argument, $other
conflict = the argument '{ $argument }' cannot be used with '{ $other }'
conflicts = the argument '{ $argument }' cannot be used with:
no_value = a value is required for '{ $argument }' but none was supplied
# $value, $argument
invalid_value = invalid value '{ $value }' for '{ $argument }'
# $value, $argument, $reason
invalid_value_because = invalid value '{ $value }' for '{ $argument }': { $reason }
unknown_command = unrecognized subcommand '{ $command }'
missing = the following required arguments were not provided:
command_missing = '{ $command }' requires a subcommand but one was not provided
# $value, $argument
too_many = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
unexpected = unexpected argument '{ $argument }' found
not_utf8 = invalid UTF-8 was detected in one or more arguments
# $argument, $instead
as_value = tip: to pass '{ $argument }' as a value, use '{ $instead }'
exists = tip: '{ $name }' exists
similar_argument = tip: a similar argument exists: '{ $name }'
similar_command = tip: a similar subcommand exists: '{ $name }'
similar_value = tip: a similar value exists: '{ $name }'
similar_arguments = tip: some similar arguments exist: { $names }
similar_commands = tip: some similar subcommands exist: { $names }
similar_values = tip: some similar values exist: { $names }
not_a_number = invalid digit found in string
no_number = cannot parse integer from empty string
too_large = number too large to fit in target type
too_small = number too small to fit in target type
# $value, $range
outside = { $value } is not in { $range }
not_a_share = invalid float literal
commands_heading = Commands:
arguments_heading = Arguments:
options_heading = Options:
default = [default: { $value }]
values_heading = possible values:
group_play = Play and try:
group_contests = Contests:
group_results = Results:
group_site = Site and accounts:
group_machines = Several machines:
group_files = Files and shells:
