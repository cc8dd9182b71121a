# Crook: swaps coins with its neighbours where that is in its favour, and with the pile otherwise.
#
# It looks at the stacks of three players on either side and rotates as often as it gains most by, if it
# has a better stack then than before.
# Handing a stack on and taking it back at once ("RT", "TR") it does only where that brings it more
# than either neighbour. With the actions that are left it trades with the centre, so that it scores
# and the share of flipped coins in its stack stays as it is.

args <- strsplit(commandArgs(TRUE)[1], ";", fixed = TRUE)[[1]]
table <- matrix(as.numeric(unlist(strsplit(args[-(1:3)], "_", fixed = TRUE))), nrow = 4)
flipped <- table[3, ]
unflipped <- table[4, ]
players <- ncol(table)
me <- match(as.numeric(args[2]), table[1, ])
centre <- as.numeric(args[3])
worth <- 2 * flipped - unflipped

# The place so many players to the right, or to the left if negative.
beside <- function(steps) (me - 1 + steps) %% players + 1

# What there is to gain by rotations only; R fetches the stack of the player to the right.
right <- cumsum(worth[beside(1:3)])
left <- cumsum(worth[beside(-(1:3))])
swaps <- c("", "R", "RR", "RRR", "T", "TT", "TTT", "RT", "TR")
ends <- c(0, 1, 2, 3, -1, -2, -3, 0, 0)
gains <- c(0, right, left, worth[beside(1)] + worth[me], worth[beside(-1)] + worth[me])

# What the neighbours on the right and on the left gain by RT and by TR.
theirs <- c(
  max(worth[beside(2)] + worth[beside(1)], worth[me] + worth[beside(-1)]),
  max(worth[me] + worth[beside(1)], worth[beside(-2)] + worth[beside(-1)])
)
# A swap that leaves it with a stack that is no better than its own is not in its favour.
ended <- worth[beside(ends)]
allowed <- c(TRUE, ended[2:7] > worth[me], gains[8:9] > theirs)
gains[!allowed] <- -Inf
swap <- which.max(gains)
place <- beside(ends[swap])

# Trades with the centre: every way to spend the actions that are left, side by side.
trade <- function(actions, up, down, centre) {
  letters <- c("N", "1", "2", "3", "A", "B", "C", "F")
  wanted <- c(0, 1, 2, 3, -1, -2, -3, 0)
  ways <- length(letters)^actions
  turns <- character(ways)
  points <- numeric(ways)
  ups <- rep(up, ways)
  downs <- rep(down, ways)
  pile <- rep(centre, ways)
  for (action in seq_len(actions)) {
    which <- rep(seq_along(letters), each = length(letters)^(action - 1), length.out = ways)
    turns <- paste0(turns, letters[which])
    coins <- pmax(pmin(wanted[which], pile), -downs)
    flips <- which == 8 & downs > 0
    pile <- pile - coins
    downs <- downs + coins - flips
    ups <- ups + flips
    points <- points - coins + 2 * flips
  }
  # An empty stack has no share to keep, and one that would be emptied keeps none.
  change <- if (up + down > 0) abs(ups / (ups + downs) - up / (up + down)) else rep(0, ways)
  change[is.nan(change)] <- 1
  change[points <= 0] <- 2
  # Where nothing scores, the first way is to do nothing.
  if (all(change == 2)) return(turns[1])
  turns[order(round(change, 3), -points)[1]]
}

rest <- 3 - nchar(swaps[swap])
cat(swaps[swap], if (rest > 0) trade(rest, flipped[place], unflipped[place], centre), "\n", sep = "")
