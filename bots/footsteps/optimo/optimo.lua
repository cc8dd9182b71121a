--[[ optimo: plays the exact optimum, from a table of the values of all positions.

tabla.txt beside this file holds what each position of the usual board is worth (win 1, draw 0,
loss -1), as `cargo xtask solve footsteps` found it. With the values at hand a turn is one small
matrix game: a row for each own bid, a column for each bid of the rival, the value of the position
that follows in the cell. Its optimal lottery is found by the simplex method and drawn from: whoever
plays against that wins no more than he loses on average, whatever he does.

The table is for 7 squares and up to 50 points. More points are counted in coarser coins; on other
boards the bids are drawn round a fair price. ]]

-- A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value.
local function option(key, usual)
  local options = os.getenv("CERTAMEN_OPTIONS") or ""
  return math.tointeger(tonumber(options:match('"' .. key .. '"%s*:%s*(%d+)'))) or usual
end

-- The values by place, own points and rival's points, own >= rival; see the first line of the file.
local function read_table(path)
  local file = assert(io.open(path, "r"))
  local squares, points = file:read("n", "n")
  local reach = squares // 2
  local values = {}
  for ahead = 1 - reach, reach - 1 do
    values[ahead] = {}
    for own = 1, points do
      local row = {}
      for rival = 1, own do
        row[rival] = file:read("n")
      end
      values[ahead][own] = row
    end
  end
  file:close()
  return { reach = reach, points = points, values = values }
end

-- What a position is worth; `ahead` counts squares from the middle towards the own goal.
local function value(board, ahead, own, rival)
  if ahead >= board.reach then return 1 end
  if ahead <= -board.reach then return -1 end
  -- With nobody to answer, one point buys one step.
  if own == 0 then return rival >= board.reach + ahead and -1 or 0 end
  if rival == 0 then return own >= board.reach - ahead and 1 or 0 end
  if own >= rival then return board.values[ahead][own][rival] end
  return -board.values[-ahead][rival][own]
end

-- Where the simplex method pivots next, or nothing if it is done. `careful` never goes in circles.
local function pivot_place(tableau, rows, columns, left, top, careful)
  local column
  for j = 1, columns do
    local gain = tableau[rows + 1][j]
    if gain < -1e-12 then
      if not column or (careful and top[j] < top[column])
        or (not careful and gain < tableau[rows + 1][column]) then
        column = j
      end
    end
  end
  if not column then return nil end
  local row, least
  for i = 1, rows do
    if tableau[i][column] > 1e-12 then
      local ratio = tableau[i][columns + 1] / tableau[i][column]
      if not row or ratio < least or (ratio == least and left[i] < left[row]) then
        row, least = i, ratio
      end
    end
  end
  return row, column
end

local function pivot(tableau, row, column)
  local pivot_row = tableau[row]
  local by = pivot_row[column]
  for i, other in ipairs(tableau) do
    if i ~= row and other[column] ~= 0 then
      local factor = other[column] / by
      for j = 1, #other do
        other[j] = other[j] - pivot_row[j] * factor
      end
      other[column] = -factor
    end
  end
  for j = 1, #pivot_row do
    pivot_row[j] = pivot_row[j] / by
  end
  pivot_row[column] = 1 / by
end

-- The optimal probabilities of the rows of a matrix of values from -1 to 1.
local function lottery(matrix)
  local rows, columns = #matrix, #matrix[1]
  local tableau, left, top = {}, {}, {}
  for i = 1, rows do
    tableau[i], left[i] = {}, i
    for j = 1, columns do
      tableau[i][j] = matrix[i][j] + 2 -- the method wants all cells above zero
    end
    tableau[i][columns + 1] = 1
  end
  tableau[rows + 1] = {}
  for j = 1, columns do
    tableau[rows + 1][j], top[j] = -1, rows + j
  end
  tableau[rows + 1][columns + 1] = 0
  for round = 1, 50 * (rows + columns) do
    local careful = round > 5 * (rows + columns)
    local row, column = pivot_place(tableau, rows, columns, left, top, careful)
    if not row then break end
    pivot(tableau, row, column)
    left[row], top[column] = top[column], left[row]
  end
  local shares, total = {}, 0
  for i = 1, rows do shares[i] = 0 end
  for j = 1, columns do
    if top[j] <= rows then
      shares[top[j]] = math.max(0, tableau[rows + 1][j])
      total = total + shares[top[j]]
    end
  end
  return shares, total
end

-- A bid from the optimal lottery, in coins.
local function optimal_bid(board, ahead, own, rival)
  local matrix = {}
  -- More than one above all that the rival has is only dearer.
  for bid = 1, math.min(own, rival + 1) do
    matrix[bid] = {}
    for answer = 1, math.min(rival, own + 1) do
      local step = bid > answer and 1 or bid < answer and -1 or 0
      matrix[bid][answer] = value(board, ahead + step, own - bid, rival - answer)
    end
  end
  local shares, total = lottery(matrix)
  local lot = math.random() * total
  for bid, share in ipairs(shares) do
    lot = lot - share
    if lot < 0 then return bid end
  end
  return 1
end

local function choose(board, coin, reach, ahead, own, rival)
  if own == 0 then return 0 end
  if rival == 0 then return 1 end
  local bid
  if reach == board.reach then
    local coins, others = own // coin, (rival + coin - 1) // coin
    if coins == 0 then return 1 end
    -- Coarse coins are hidden in a little change, or equal bids would be too frequent.
    bid = optimal_bid(board, ahead, coins, others) * coin - math.random(0, coin - 1)
  else
    local fair = own // (1 + reach - math.abs(ahead))
    bid = math.random(fair // 2, fair + fair // 2)
  end
  return math.max(1, math.min(bid, own, rival + 1))
end

local function main()
  math.randomseed(math.tointeger(tonumber(os.getenv("CERTAMEN_SEED"))) or 0)
  local folder = arg[0]:match("^(.*/)") or ""
  local board = read_table(folder .. "tabla.txt")
  local reach, points = option("squares", 7) // 2, option("points", 50)
  local coin = (points + board.points - 1) // board.points
  local ahead, own, rival = 0, points, points
  while true do
    local bid = choose(board, coin, reach, ahead, own, rival)
    print(bid)
    io.stdout:flush()
    local answer = math.tointeger(tonumber(io.read("l")))
    if not answer then return end -- `fin`, or nobody there any more
    own, rival = own - bid, math.max(0, rival - answer)
    ahead = ahead + (bid > answer and 1 or bid < answer and -1 or 0)
  end
end

main()
