# Jim: rotates to get ahead of the best of the others, then flips for quick cash.
#
# Of both rotations and of none it does what leaves its points highest above those of the best
# other player. Then it turns over what it has got, and takes a coin first if it has none.

_round, me, _centre, *stacks = ARGV[0].split(';')
ids, points, flipped, unflipped = stacks.map { |stack| stack.split('_').map(&:to_i) }.transpose
place = ids.index(me.to_i)
worth = flipped.zip(unflipped).map { |up, down| 2 * up - down }

# The lead over the best of the others if everybody receives these stacks now.
lead = lambda do |received|
  after = points.zip(received).map { |before, more| before + more }
  own = after.delete_at(place)
  own - after.max
end

standing = points.map { 0 }
choices = { '' => standing, 'R' => worth.rotate(1), 'T' => worth.rotate(-1) }
turn = choices.max_by { |action, received| [lead[received], action.size] }.first
coins = unflipped[(place + { '' => 0, 'R' => 1, 'T' => -1 }[turn]) % unflipped.size]

turn += '1' if coins.zero?
turn = '2' if turn == '1'
turn += 'F' while turn.size < 3
puts turn
