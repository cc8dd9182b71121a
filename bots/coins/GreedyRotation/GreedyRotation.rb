# GreedyRotation: gets rid of bad coins, takes the better neighbour's stack, and cashes in.
#
# First it puts back what lies unflipped; then it rotates, so that it receives the stack of the
# neighbour that scores more; then it puts back three coins of the new stack, if there are so many
# unflipped, which is one point more than flipping one. What it holds in the end it does not think about,
# nor whether both neighbours have nothing but bad coins.

PUT_BACK = ['N', 'A', 'B', 'C'].freeze

_round, me, _centre, *stacks = ARGV[0].split(';')
stacks = stacks.map { |stack| stack.split('_').map(&:to_i) }
place = stacks.index { |id, *| id == me.to_i }
own, previous, following =
  [place, place - 1, (place + 1) % stacks.size].map { |at| stacks[at].last(2) }
worth = ->((flipped, unflipped)) { 2 * flipped - unflipped }

direction, stack = worth[following] >= worth[previous] ? ['R', following] : ['T', previous]
rid = PUT_BACK[[own[1], 3].min]
cash = stack[1] >= 3 ? 'C' : 'F'
puts rid + direction + cash
