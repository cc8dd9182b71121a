# hucha: lets the rival buy steps as long as he pays too much for them, and saves for the last ones.
#
# What counts is how many points more it has than the rival, set against how many steps it is
# behind. It gives steps away while it still can, and pays as soon as what it has is enough: when
# it can outbid the rival in each step that is left, it does so, and the match is won.

# A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value.
def option(key, usual)
  found = ENV.fetch("CERTAMEN_OPTIONS", "")[/"#{key}"\s*:\s*(\d+)/, 1]
  found ? found.to_i : usual
end

# Whether `own` points outbid `rival` points for so many steps, whatever he does.
def enough?(own, rival, steps)
  # Every turn costs the rival a point at least, so the price of being sure falls.
  falling = [steps, rival].min
  own >= falling * (rival + 1) - falling * (falling - 1) / 2 + (steps - falling)
end

# What the rival usually pays: the mean of his bids, or a fair price before the first.
def usual(bids, rival, threat)
  bids.empty? ? rival / (1 + threat) : bids.sum / bids.size
end

# A bid; `need` and `threat` are the steps to the own goal and to the rival's.
def choose(own, rival, need, threat, bids)
  return 0 if own.zero?
  return rival + 1 if enough?(own, rival, need)

  # One step from losing, there is nothing to save for.
  return [own, rival + 1].min if threat == 1

  price = usual(bids, rival, threat)
  reserve = own - price - 1
  # A step is worth its price if enough is left to hold the next ones against what he has then.
  worth = reserve * (need + threat) >= (rival - price) * (need + 1)
  bid = worth ? price + 1 : 1
  bid.clamp(1, [own, rival + 1].min)
end

squares = option("squares", 7)
own = rival = option("points", 50)
need = threat = squares / 2
bids = []
$stdout.sync = true

loop do
  bid = choose(own, rival, need, threat, bids)
  puts bid
  line = $stdin.gets&.strip
  break unless line&.match?(/\A\d+\z/) # `fin`, or nobody there any more

  answer = line.to_i
  own -= bid
  rival = [0, rival - answer].max
  bids << answer
  step = bid <=> answer
  need -= step
  threat += step
end
