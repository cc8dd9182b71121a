# $path, $why
at = { $path }: { $why }
# $path, $slug, $given
other_slug = { $path } is the game `{ $slug }`, not `{ $given }`
# $slug, $place
slug_taken = the slug `{ $slug }` is taken by the game at { $place }
# $slug, $one, $other
found_twice = there are two games `{ $slug }`: { $one } and { $other }
built_in = a built-in one
# $game, $digest
no_rules = no rules of the game { $game } with the digest { $digest } are found here: name them with --game PATH
# $recorded, $here
other_environment = played with { $recorded }, replayed with { $here }
# $recorded, $here
other_rules = played by the rules { $recorded }, replayed by { $here }
warning = warning
finding = finding
passed = passed
not_passed = not passed
# $matches, $turns, $repeated
tried = { $matches } matches, { $turns } turns, { $repeated } requests asked again
# $seed, $turn
found_at = seed { $seed }, turn { $turn }
no_slug = `{ $slug }` is not a slug: use 1 to 40 lower-case letters, digits and hyphens, with a letter first
exists = { $path } already exists
seat = seat { $seat }
spectators = spectators
# $count, $fault
retried = { $count } requests were answered only by a second process; the first time: { $fault }
