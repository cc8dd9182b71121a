better = the new one is better
not_better = the new one is not better
undecided = undecided: more matches are needed (--games)
nothing_new = undecided: every match goes like an earlier one; more of them would show nothing (--against other bots, or other options)
repeated_blocks = blocks that could only repeat an earlier one, not counted
results_of = Results of
faults_of = faults of { $bot }
stopped_early = the Elo is that of a test that stopped when it had an answer: on average it lies too far from zero
