lead_shared = first rank still shared after the last leg allowed
changes = Changes since the last standings
new = new
changed = changed
withdrawn = withdrawn
place = rank
was = was
matches_played = matches played
matches_kept = matches kept
matrix_legend = per cent of the points, row against column, ± half of the 95 % interval
shares_drawn_again = in parentheses: 95 % interval of the share, from resampled blocks of this contest
ladder_order_only = a ladder's ratings only give the order: its choice of matches exaggerates the differences
cycles = cycles of three (A beats B, B beats C, C beats A), with their joint certainty
by_seat = by seat
ties_broken_by = ties broken by
places_shared = bots equal in all criteria share a rank
advantage = advantage of seat 0
balance = matches of each bot per seat
again_for_host = replayed because of the host
machines = workers that played
nothing = none
# $matches, $median, $slow, $longest
load = { $matches } matches timed: median { $median }, 95 % within { $slow }, longest { $longest }
ended_settled = certain at 95 %: no more matches are needed
ended_unsettled = all allowed matches are played, not all ranks are certain
repeated = matches of deterministic bots that only repeat others; they count once towards certainty
# $games, $distinct
games_distinct = { $games } games, { $distinct } distinct
and_more_pairs = and { $count } more pairs
# $matches, $turn
not_deterministic = is declared deterministic but is not: two answers to one question, matches { $matches }, turn { $turn }
draw_commitment = commitment of the draw
draw_open = publish it now; until entries close, matches are preliminary and do not count
draw_closed = entries are closed, the seed is drawn; `certamen export` publishes the secret after the contest
draw_late = the secret was drawn after entries closed: others cannot verify that it was not chosen
when_fixed = they enter once fixed; list all their problems with
matches_deferred = deferred matches, retried by the next run
# $name, $known
anchor = --anchor { $name }: no such bot; use { $known }
matrix_once = without ±: they met only once
without = --without { $name }: no such bot in this contest
matches_of = --bot { $name }: no such bot in this contest
together = all ranks called certain are correct together in 95 of 100 contests
# $level, $cycle
cycle = { $level } %: { $cycle }
cycle_exact = final: { $cycle }
alike = identical matches although not all of their bots are declared deterministic (deterministic = true in bot.toml): each counts as new evidence, and certainty may be much lower than shown
expected_legend = in parentheses: expected per cent according to all ratings; ! marks a difference that chance explains in at most one contest of twenty
versions = --versions { $name }: no such bot in this contest
no_picture = ratings over time are available only as table, CSV or JSON
pairs_repeat = pairs that repeat matches: { $pairs }
bots_undeclared = bots declared deterministic that are not: { $bots }
# $notes, $command
listed_by = { $notes }; `{ $command }` lists them
