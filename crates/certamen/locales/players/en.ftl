none_waiting = no player is waiting
alias = player
bot = bot
game = game
options = options
left = left
target = address and key
players = players
scores = score
published = published
match_id = match
# $alias
no_such_player = no player { $alias } is waiting
# $alias, $targets
several_players = several players are named { $alias }: give one of { $targets }
# $address
no_public_address = others cannot call { $address }: give --public HOST:PORT
