main_pages = main pages
games = Games
games_lead = The games that bots play here, each with its rules, starter code and contests.
play = Play
players = Players
contest_count = Contests: { $count }
latest_boards = Latest matches
closes = Closes
all_live = all live contests
tv = TV
feed = Atom feed
best_match = The two best in their last match
your_time = your time
with_score = score { $score }
player_number = player { $number }
full_screen = Full screen
pause = Pause
next_match = Next match
whole_match = The match with its moves
openings = Openings
opened = { $contest }: open to entries
closes_soon = { $contest }: entries close soon
# $contest, $bot
has_winner = { $contest }: { $bot } wins
# $contest, $bot
has_entered = { $contest }: { $bot } entered
play_with_turns = Play · your turn: { $turns }
play_game = Play this game yourself
