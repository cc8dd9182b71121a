-- Wheeler: has worked out the best turn in which the coins go round.
--
-- They go round once, in the last action: what comes before is what makes that worth most to it, and
-- among equals the stack that it holds in the end decides. Putting back fewer coins than possible,
-- removing them or turning one back never scores more, so it does not look at that; it takes none either,
-- for they would go round with the others. Whether the original
-- does all that, its description does not say.

local flipped, unflipped = {}, {}
local players, me = 0, nil
local best, best_left, best_turn

local function worth(place)
  return 2 * flipped[place] - unflipped[place]
end

-- Hands the coins round, either way: `place` is whose stack the player has then.
local function rotate(turn, place, gain)
  for side, other in ipairs({ place % players + 1, (place - 2) % players + 1 }) do
    local stack = worth(other)
    local all = gain + stack
    if not best or all > best or all == best and stack > best_left then
      best, best_left, best_turn = all, stack, turn .. ("RT"):sub(side, side)
    end
  end
end

-- Plays `left` more actions before the rotation in all sensible ways.
local function try(turn, left, place, gain)
  if left == 0 then
    return rotate(turn, place, gain)
  end
  left = left - 1
  local up, down = flipped[place], unflipped[place]
  if down > 0 then
    flipped[place], unflipped[place] = up + 1, down - 1
    try(turn .. "F", left, place, gain + 2)
    flipped[place], unflipped[place] = up, down
    local coins = math.min(3, down)
    unflipped[place] = down - coins
    try(turn .. ("ABC"):sub(coins, coins), left, place, gain + coins)
    unflipped[place] = down
  end
  try(turn .. "N", left, place, gain)
end

local _, my_id, _, stacks = arg[1]:match("^(%d+);(%d+);(%d+);(.*)$")
for id, up, down in stacks:gmatch("(%d+)_%-?%d+_(%d+)_(%d+)") do
  players = players + 1
  flipped[players], unflipped[players] = tonumber(up), tonumber(down)
  if id == my_id then
    me = players
  end
end
try("", 2, me, 0)
print(best_turn)
