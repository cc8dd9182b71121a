# {{protocol}}

def choose(me, players, coins, round)
  # {{idea}}
  _points, _flipped, unflipped = players[me]
  case unflipped
  when 0 then "2FF"
  when 1 then "F1F"
  when 2 then "FFN"
  else "FFF"
  end
end

# {{question}}
round, me, coins, *others = ARGV[0].split(";")
players = others.to_h do |player|
  number, points, flipped, unflipped = player.split("_").map(&:to_i)
  [number, [points, flipped, unflipped]]
end
puts choose(me.to_i, players, coins.to_i, round.to_i)
