# {{protocol}}

WORTH = { "p" => 1, "n" => 3, "b" => 3, "r" => 5, "q" => 9, "k" => 0 }.freeze

def pieces(fen)
  found = {}
  fen.split.first.split("/").each_with_index do |text, row|
    file = 0
    text.each_char do |letter|
      if letter.match?(/\d/)
        file += letter.to_i
      else
        found["abcdefgh"[file] + (8 - row).to_s] = letter
        file += 1
      end
    end
  end
  found
end

def choose(fen, moves)
  there = pieces(fen)
  # {{idea}}
  best, most = nil, -1
  moves.each do |move|
    taken = there[move[2, 2]]
    value = taken ? WORTH[taken.downcase] : 0
    value += 8 if move.end_with?("q")
    best, most = move, value if value >= most
  end
  best
end

# {{flush}}
$stdout.sync = true
while (fen = $stdin.gets)
  # {{farewell}}
  break if fen.chomp == "fin"
  # {{question}}
  moves = $stdin.gets.split
  puts choose(fen, moves)
end
