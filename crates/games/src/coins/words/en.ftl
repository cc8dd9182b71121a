no_plan = a turn is exactly three of N123ABCXYZFURT
# $given, $last
wrong_order = invalid order { $given }: give each seat from 0 to { $last } once
title = Coins
# $round, $rounds, $coins
centre = round { $round }/{ $rounds }, coins in the centre: { $coins }
player = player
points = points
flipped = flipped
unflipped = unflipped
counted_now = if counted now
# $player, $plan
plays = player { $player } plays { $plan }
detail_rounds = rounds
detail_coins = coins
detail_start_coins = coins at the start
option_coins = coins in the centre at the start; drawn if omitted
option_order = the turn order, each seat once, as in [2,0,1]; drawn if omitted
option_rounds = maximum number of rounds
option_bad_output = how to play an output that is not three actions: as NNN, or with each unknown character as N
note_protocol =
    A bot for Coins.

    The program is run once for each turn, with one argument:
    {"    "}Round;YourPlayerId;Coins;PlayerId_Points_Flipped_Unflipped;PlayerId_Points_Flipped_Unflipped;...
    The players are in turn order. The program prints three actions of N 1 2 3 A B C X Y Z F U R T, with
    nothing between them, and exits: `2FF` takes two coins (-1 each) and turns both over (+2 each).
    Three actions are always legal; anything else is a fault and plays NNN.
note_idea = Your idea goes here. This one turns over what it has, and takes two coins when it has none.
note_question = The table is the only argument; semicolons separate its parts.
