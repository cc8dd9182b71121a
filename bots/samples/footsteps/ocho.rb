# Bids eight points a step, and what is left at the end.
# run: ruby ocho.rb
$stdout.sync = true
points = 50
loop do
  bid = [points, 8].min
  points -= bid
  puts bid
  line = $stdin.gets
  break if line.nil? || line.chomp == "fin"
end
