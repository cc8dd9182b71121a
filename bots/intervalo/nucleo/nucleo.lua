--[[ nucleo: builds a core in the middle first, then takes squares that enclose its own pieces.

A piece in the middle lies between more pairs of squares than any other. As long as a third of the
strip is not taken, the free square nearest to the middle is taken. Later what counts is how often
a square and a free one elsewhere have more own pieces than others between them; of equal squares
the one farther from the middle is taken, since it encloses more. ]]

-- With long strips only so many free squares, evenly spread, are looked at.
local LOOKED_AT <const> = 500

local squares = arg[1] or ""

-- Own pieces minus the rival's on the squares up to each one.
local lead, free = { [0] = 0 }, {}
for place = 1, #squares do
  local square = squares:sub(place, place)
  lead[place] = lead[place - 1] + (square == "p" and 1 or square == "a" and -1 or 0)
  if square == "." then free[#free + 1] = place end
end

-- How far a square is from the middle.
local function distance(place)
  return math.abs(2 * place - #squares - 1)
end

-- The free square nearest to the middle; of two the left one.
local function nearest()
  local best = free[1]
  for _, place in ipairs(free) do
    if distance(place) < distance(best) then best = place end
  end
  return best
end

-- Turns won less turns lost with this square against all squares looked at.
local function balance(mine, looked_at)
  local sum = 0
  for _, his in ipairs(looked_at) do
    if his ~= mine then
      local between = lead[math.max(mine, his) - 1] - lead[math.min(mine, his)]
      sum = sum + (between > 0 and 1 or between < 0 and -1 or 0)
    end
  end
  return sum
end

-- The square with the best balance.
local function enclosing()
  local looked_at = {}
  for index = 1, #free, 1 + #free // LOOKED_AT do
    looked_at[#looked_at + 1] = free[index]
  end
  local best, most
  for _, place in ipairs(looked_at) do
    local sum = balance(place, looked_at)
    if not best or sum > most or (sum == most and distance(place) > distance(best)) then
      best, most = place, sum
    end
  end
  return best
end

print(3 * #free > 2 * #squares and nearest() or enclosing())
