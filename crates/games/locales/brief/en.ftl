intro = You play { $slug } in a tournament. You get one request for each of your turns and answer with one move. Play to win. Answer with the move alone, in the notation below.
example = Example of a request
example_answer = An answer to it:
protocol = Protocol
starter = Starter
list_intro = Programming games. Players are programs, or language models that are asked over HTTP. Each brief has the rules of a game, its notation, the protocol and a starter.
games = Briefs
