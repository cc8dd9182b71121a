# {{protocol}}

def choose(choices)
  # {{idea}}
  %w[A B C].min_by { |letter| choices.count(letter) }
end

# {{flush}}
$stdout.sync = true
while (line = $stdin.gets)
  # {{farewell}}
  break if line.chomp == "fin"
  # {{question}}
  _turn, _rounds, _seat, _points, choices = line.split
  puts choose(choices)
end
