play = Play
lead = Play against built-in players or friends. These matches do not count for any contest.
open_a_table = Open a table
my_tables = My tables
no_tables = You have not opened a table yet.
turns_played = turns played: { $turns }
seat = Seat { $number }
the_seats = Seats
myself = myself
by_link = someone, by link
builtin_player = built-in player { $name }
no_one = no one
time_of_people = Time per move for people
no_clock = unlimited
seconds = { $number ->
    [one] { $number } second
   *[other] { $number } seconds
}
minutes = { $number ->
    [one] { $number } minute
   *[other] { $number } minutes
}
options_how = Options of the game
open_it = Open the table
no_person = no person plays: give a seat to a person
too_few = too few seats taken: fill the first { $least }
bad_choice = invalid choice: use the form
guest = guest { $number }
table_of = A table of { $game }
you_play_as = You play as { $name }.
your_turn = It is your turn.
your_move = Your move
moves_to_press = Moves
do_play = Play
chosen = Your choice for this turn is saved. All choices are shown together.
waiting_for = Waiting for { $names }.
in_line = No free table. Tables ahead: { $before }
no_player_process = No host plays the tables of this site at the moment. Nothing is lost.
could_not = This table could not continue: { $why }. Retrying.
at_open = open
at_over = over
at_closed = closed, unfinished
at_broken = interrupted
is_closed = This table was closed before its match was over.
is_broken = This match was interrupted: { $why }.
links = Links for the players
links_how = Send each link to one person: anyone who has it plays in that seat.
look_on = Watch
close_it = Close this table
step_through = Step through the match
the_record = Download the match
look_again = Refresh
has_chosen = has chosen
to_move = to move
a_person = a person
# $given, $due
stale = this answer is for turn { $given }, but the current turn is { $due }: look at the board again
# $given, $due
early = this answer is for turn { $given }, but the current turn is { $due }: wait for it
not_your_turn = it is not this seat’s turn: wait for the others
twice = this seat has already answered in turn { $turn }: wait for the others
not_open = this table is no longer open: open another one
illegal = Illegal move: { $why }
long_answer = an answer has at most { $most } characters: shorten it
too_long = this match is too long to continue from there
nothing_left = the match ends after turn { $last }: choose an earlier turn
# $name, $contest
program_of = { $name }, of { $contest }
goes_on_from = Continues after turn { $turns } of the match
contest_over = this contest is over
token_unknown = this token is unknown or was revoked: ask the organizer for another
rules_in_brief = Rules in brief
whole_rules = All rules
how_footsteps = Give the number of points that you bid. Both players pay their bids, and the higher one moves the token.
how_intervalo = Choose a free square by its number, counted from 1 at the left.
how_coins = A turn is three letters, played in their order. A letter may come several times; what cannot be done is done as far as possible.
how_mancala8 = Choose one of your holes, numbered 0 to 5 on the board: its seeds are sown one by one.
how_go = Press a point of the board, or give its row and its column with a blank between. Pass when no move gains anything.
how_minoria = Choose A, B or C.
how_chess = Give the square that a piece leaves and the one that it goes to, as in e2e4; a promotion adds the new piece, as in e7e8q.
coin_nothing = nothing
coin_take = take from the centre: { $number }
coin_put_back = put unflipped coins back: { $number }
coin_remove = remove unflipped coins from the game: { $number }
coin_flip = turn one coin over
coin_unflip = turn one coin back
coin_previous = all coins to the previous player
coin_next = all coins to the next player
letters_chosen = Letters so far: { $letters }
start_over = Start over
hole = Hole { $number }
pass = Pass
resign = Resign
# $low, $high
number_limits = { $low } to { $high }
again = Play again
again_swapped = Play again with seats swapped
# $seconds, $limit
time_left = Time left for this move: { $seconds } s of { $limit } s.
your_turns = Your turn
visitor = visitor
visitors_how = Without an account you play against built-in players. A table is kept for a day: keep the address of its page to come back to it.
sign_in_to = Sign in to play with friends and against the bots of contests.
visitors_full = visitors play at all tables for them: try again later, or sign in
alone = without an account only one person plays: give the other seats to built-in players
