no_plan = a turn is three of N123ABCXYZFURT and nothing else
wrong_order = { $given } given, each of the seats 0 to { $last } is needed once
