# {{protocol}}

def neighbours(board, row, column)
  around = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]
  inside = around.select { |place| place.all? { |number| number.between?(0, board.size - 1) } }
  inside.map { |r, c| board[r][c] }
end

def choose(board, prisoners, me)
  rival = me == "1" ? "2" : "1"
  best, most = nil, 0
  board.size.times do |row|
    board.size.times do |column|
      around = neighbours(board, row, column)
      # {{legal}}
      next if board[row][column] != "0" || !around.include?("0")
      # {{idea}}
      value = 2 * around.count(rival) + around.count("0")
      best, most = [row, column], value if value > most
    end
  end
  best
end

# {{question}}
*board, black, white, me = $stdin.read.split
point = choose(board, [black.to_i, white.to_i], me)
puts point ? "#{point[0] + 1} #{point[1] + 1}" : "pass"
