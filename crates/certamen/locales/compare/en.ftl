better = the new one is better
not_better = the new one is not better
undecided = undecided: more matches are needed (--games)
nothing_new = undecided: every match goes like an earlier one; more of them would show nothing (--against other bots, or other options)
repeated_blocks = blocks that went like an earlier one, not counted
results_of = Results of
