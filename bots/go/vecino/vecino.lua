-- vecino: captures, flees, threatens, and otherwise plays next door to the rival.
--
-- It looks one move ahead and counts liberties; ties between moves go to the first in reading order.

local rows = {}
for line in io.lines() do rows[#rows + 1] = line end
local black, white, turn = (table.remove(rows) or ""):match("^(%d+) (%d+) ([12])%s*$")
local size = #rows
if not turn or size < 2 then
  io.stderr:write("the rows of the board are wanted, then a line like `0 0 1`\n")
  os.exit(1)
end
turn = tonumber(turn)
local rival = 3 - turn

-- Places are numbers; the board has an edge of -1 all round.
local width = size + 2
local board = {}
for place = 1, width * width do board[place] = -1 end
local function place(row, column) return row * width + column + 1 end
for row = 1, size do
  for column = 1, size do
    board[place(row, column)] = tonumber(rows[row]:sub(column, column))
  end
end
local around = { -width, -1, 1, width }
local corners = { -width - 1, -width + 1, width - 1, width + 1 }

-- The stones of the group at `start`, and how many liberties it has.
local function group(start)
  local colour, stones, seen, liberties = board[start], { start }, { [start] = true }, 0
  local next = 1
  while stones[next] do
    for _, step in ipairs(around) do
      local near = stones[next] + step
      if not seen[near] and (board[near] == 0 or board[near] == colour) then
        seen[near] = true
        if board[near] == 0 then liberties = liberties + 1 else stones[#stones + 1] = near end
      end
    end
    next = next + 1
  end
  return stones, liberties
end

local function is_eye(at)
  local foreign, edge = 0, 0
  for k = 1, 4 do
    local near, corner = board[at + around[k]], board[at + corners[k]]
    if near ~= turn and near ~= -1 then return false end
    if corner == rival then foreign = foreign + 1 end
    if corner == -1 then edge = 1 end
  end
  return foreign + edge < 2
end

-- The empty points from `start` on and who borders on them: 1, 2, or 3 for both.
local function region(start)
  local points, seen, reached = { start }, { [start] = true }, {}
  local next = 1
  while points[next] do
    for _, step in ipairs(around) do
      local near = points[next] + step
      if board[near] > 0 then
        reached[board[near]] = true
      elseif board[near] == 0 and not seen[near] then
        seen[near] = true
        points[#points + 1] = near
      end
    end
    next = next + 1
  end
  return #points, reached
end

-- What the groups around `at` gain or lose by a stone of ours there; nothing if it is illegal.
local function value(at)
  local worth, captured, danger, seen = 0, {}, 0, {}
  board[at] = turn
  for _, step in ipairs(around) do
    local near = at + step
    if board[near] == rival and not seen[near] then
      local stones, liberties = group(near)
      for _, stone in ipairs(stones) do seen[stone] = true end
      if liberties == 0 then
        worth = worth + 10 * #stones
        for _, stone in ipairs(stones) do captured[#captured + 1] = stone end
      elseif liberties == 1 then
        worth = worth + 2 + #stones
      else
        worth = worth + 1 / liberties
      end
    end
  end
  for _, stone in ipairs(captured) do board[stone] = 0 end
  local own, liberties = group(at)
  board[at] = 0
  for _, step in ipairs(around) do
    if board[at + step] == turn and select(2, group(at + step)) == 1 then danger = danger + 1 end
  end
  for _, stone in ipairs(captured) do board[stone] = rival end
  if liberties == 0 then return nil end
  if danger > 0 and liberties > 1 then worth = worth + 8 * #own end
  if liberties == 1 then
    worth = worth - 9 * #own
    -- Taking a single stone with a single one may repeat the position.
    if #captured == 1 and #own == 1 then worth = worth - 20 end
  end
  return worth + liberties / 10
end

-- Near the third line and near other stones a quiet move is worth more.
local function quiet(row, column)
  local line = math.min(row, column, size + 1 - row, size + 1 - column)
  local worth = line == 1 and -2 or line == 2 and -0.5 or line <= 4 and 1 or 0.5
  local nearest = size
  for r = math.max(1, row - 3), math.min(size, row + 3) do
    for c = math.max(1, column - 3), math.min(size, column + 3) do
      if board[place(r, c)] > 0 then
        nearest = math.min(nearest, math.max(math.abs(r - row), math.abs(c - column)))
      end
    end
  end
  return worth + (nearest == 1 and 0.3 or nearest <= 3 and 1 or 0)
end

local best, most = nil, 0
for row = 1, size do
  for column = 1, size do
    local at = place(row, column)
    if board[at] == 0 and not is_eye(at) then
      local worth = value(at)
      if worth then
        local points, reached = region(at)
        local settled = points <= size * size // 3 and not (reached[1] and reached[2])
        -- In a region that is somebody's only fights are worth a move.
        if not settled or worth >= 8 then
          worth = worth + quiet(row, column) + 3
          if worth > most then best, most = row .. " " .. column, worth end
        end
      end
    end
  end
end
print(best or "pass")
