-- Balance: keeps its stack balanced, and punishes neighbours who do not.
--
-- A stack is balanced when receiving it would score nothing: two unflipped coins for each flipped
-- one. Whoever holds such a stack loses nothing by rotations. Of all turns it plays the one with the
-- most points for itself, less a part of what its stack is out of balance afterwards, and more by a part
-- of what unbalanced neighbours on either side lose by the rotations of the turn. How large these parts
-- are, the original's description leaves open: here they are a half each.

local flipped, unflipped = {}, {}
local players, me = 0, nil
-- The places of the neighbours who are to be punished.
local unbalanced = {}
local best, best_turn
local LOVE_OF_BALANCE, LOVE_OF_JUSTICE = 0.5, 0.5

local try

-- The place `steps` to the right of `place`, round the corner.
local function beside(place, steps)
  return (place - 1 + steps) % players + 1
end

local function worth(place)
  return 2 * flipped[place] - unflipped[place]
end

-- Flips `coins` of a stack, or turns them back if there are fewer than none, and goes on.
local function flip(turn, left, shift, place, centre, value, lost, coins)
  flipped[place], unflipped[place] = flipped[place] + coins, unflipped[place] - coins
  try(turn, left, shift, centre, value + 2 * coins, lost)
  flipped[place], unflipped[place] = flipped[place] - coins, unflipped[place] + coins
end

-- Changes the unflipped coins of a stack, the centre and the points by as many, and goes on.
local function move(turn, left, shift, place, centre, value, lost, coins)
  unflipped[place] = unflipped[place] + coins
  try(turn, left, shift, centre - coins, value - coins, lost)
  unflipped[place] = unflipped[place] - coins
end

-- Rotates: everybody sits at the stack `step` further on, and scores it.
local function rotate(turn, left, shift, centre, value, lost, step)
  shift = shift + step
  for _, neighbour in ipairs(unbalanced) do
    lost = lost - worth(beside(neighbour, shift))
  end
  try(turn, left, shift, centre, value + worth(beside(me, shift)), lost)
end

-- Plays `left` more actions in all ways. Rotations move no coins but the players, by `shift`; `lost`
-- is what the neighbours to be punished have lost.
function try(turn, left, shift, centre, value, lost)
  local place = beside(me, shift)
  if left == 0 then
    value = value - LOVE_OF_BALANCE * math.abs(worth(place)) + LOVE_OF_JUSTICE * math.max(0, lost)
    if not best or value > best then
      best, best_turn = value, turn
    end
    return
  end
  left = left - 1
  local held = unflipped[place]
  flip(turn .. "F", left, shift, place, centre, value, lost, held > 0 and 1 or 0)
  for coins = 1, 3 do
    move(turn .. coins, left, shift, place, centre, value, lost, math.min(coins, centre))
    local letter = ("ABC"):sub(coins, coins)
    move(turn .. letter, left, shift, place, centre, value, lost, -math.min(coins, held))
  end
  try(turn .. "N", left, shift, centre, value, lost)
  rotate(turn .. "R", left, shift, centre, value, lost, 1)
  rotate(turn .. "T", left, shift, centre, value, lost, -1)
  -- Coins out of the game and flips undone balance at a price, but they do balance.
  for coins = 1, 3 do
    local removed = math.min(coins, held)
    unflipped[place] = held - removed
    try(turn .. ("XYZ"):sub(coins, coins), left, shift, centre, value, lost)
    unflipped[place] = held
  end
  flip(turn .. "U", left, shift, place, centre, value, lost, flipped[place] > 0 and -1 or 0)
end

local _, my_id, centre, stacks = arg[1]:match("^(%d+);(%d+);(%d+);(.*)$")
for id, up, down in stacks:gmatch("(%d+)_%-?%d+_(%d+)_(%d+)") do
  players = players + 1
  flipped[players], unflipped[players] = tonumber(up), tonumber(down)
  if id == my_id then
    me = players
  end
end
local right, left = beside(me, 1), beside(me, -1)
for _, neighbour in ipairs(right == left and { right } or { right, left }) do
  if worth(neighbour) ~= 0 then
    unbalanced[#unbalanced + 1] = neighbour
  end
end
try("", 3, 0, tonumber(centre), 0, 0)
print(best_turn)
