# {{protocol}}

require "json"

def choose(points, rival_points, steps)
  # {{idea}}
  points.zero? ? 0 : [1, points / steps].max
end

# {{options}}
options = JSON.parse(ENV.fetch("CERTAMEN_OPTIONS", "{}"))
points = rival_points = options.fetch("points", 50)
# {{steps}}
steps = options.fetch("squares", 7) / 2

# {{flush}}
$stdout.sync = true
loop do
  bid = choose(points, rival_points, steps)
  puts bid
  # {{farewell}}
  line = $stdin.gets
  break if line.nil? || line.chomp == "fin"
  rival_bid = line.to_i
  points -= bid
  rival_points -= rival_bid
  steps += rival_bid <=> bid
end
