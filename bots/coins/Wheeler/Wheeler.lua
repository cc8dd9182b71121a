-- Wheeler: has worked out the best turn in which the coins go round.
--
-- It always rotates, once at least. What comes before and between is what makes the rotations worth
-- most to it; among equals the stack that it holds in the end decides. Putting back fewer coins than
-- possible, removing them or turning one back never scores more, so it does not look at that.

local flipped, unflipped = {}, {}
local players, me = 0, nil
local best, best_left, best_turn

local function worth(place)
  return 2 * flipped[place] - unflipped[place]
end

-- Plays `left` more actions in all sensible ways; `rotated` tells whether there was a rotation.
-- Rotations move no coins but the player: `place` is whose stack he has.
local function try(turn, left, place, centre, gain, rotated)
  if left == 0 then
    local stack = worth(place)
    if rotated and (not best or gain > best or gain == best and stack > best_left) then
      best, best_left, best_turn = gain, stack, turn
    end
    return
  end
  left = left - 1
  local right, before = place % players + 1, (place - 2) % players + 1
  try(turn .. "R", left, right, centre, gain + worth(right), true)
  try(turn .. "T", left, before, centre, gain + worth(before), true)
  local up, down = flipped[place], unflipped[place]
  if down > 0 then
    flipped[place], unflipped[place] = up + 1, down - 1
    try(turn .. "F", left, place, centre, gain + 2, rotated)
    flipped[place], unflipped[place] = up, down
    local coins = math.min(3, down)
    unflipped[place] = down - coins
    try(turn .. ("ABC"):sub(coins, coins), left, place, centre + coins, gain + coins, rotated)
    unflipped[place] = down
  end
  -- One coin can be flipped with what is left of the turn, and only then is it worth its price.
  if centre > 0 and left > 0 then
    unflipped[place] = down + 1
    try(turn .. "1", left, place, centre - 1, gain - 1, rotated)
    unflipped[place] = down
  end
  try(turn .. "N", left, place, centre, gain, rotated)
end

local _, my_id, centre, stacks = arg[1]:match("^(%d+);(%d+);(%d+);(.*)$")
for id, up, down in stacks:gmatch("(%d+)_%-?%d+_(%d+)_(%d+)") do
  players = players + 1
  flipped[players], unflipped[players] = tonumber(up), tonumber(down)
  if id == my_id then
    me = players
  end
end
try("", 3, me, tonumber(centre), 0, false)
print(best_turn)
