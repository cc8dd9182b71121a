line = $stdin.gets.chomp
puts line + line + ARGV.join
