# {{protocol}}

def choose(holes, kalaha, rival_holes, rival_kalaha, slots)
  # {{idea}}
  again = 5.downto(0).find { |hole| holes[hole] == 6 - hole }
  again || holes.index(holes.max)
end

# {{flush}}
$stdout.sync = true
while (line = $stdin.gets)
  # {{farewell}}
  break if line.chomp == "fin"
  # {{question}}
  numbers = line.split.map(&:to_i)
  puts "R #{choose(numbers[0..5], numbers[6], numbers[7..12], numbers[13], numbers[14])}"
end
