better = the new one is better
not_better = the new one is not better
undecided = undecided: more matches are needed (--games)
nothing_new = undecided: every match repeats an earlier one; use other bots with --against, or other options
repeated_blocks = blocks that could only repeat an earlier one, not counted
results_of = Results of
faults_of = faults of { $bot }
stopped_early = the Elo comes from a test that stopped at its answer: on average it is too far from zero
