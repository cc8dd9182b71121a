# {{protocol}}

def choose(squares)
  # {{idea}}
  middle = (squares.size + 1) / 2.0
  free = (1..squares.size).select { |number| squares[number - 1] == "." }
  free.min_by { |number| (number - middle).abs }
end

# {{question}}
puts choose(ARGV[0])
