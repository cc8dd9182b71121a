# {{protocol}}

import sys

WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def pieces(fen):
    found = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                found["abcdefgh"[file] + str(8 - row)] = letter
                file += 1
    return found


def choose(fen, moves):
    there = pieces(fen)
    # {{idea}}
    best, most = None, -1
    for move in moves:
        value = WORTH[there[move[2:4]].lower()] if move[2:4] in there else 0
        if move.endswith("q"):
            value += 8
        if value >= most:
            best, most = move, value
    return best


while True:
    fen = sys.stdin.readline().strip()
    # {{farewell}}
    if fen in ("", "fin"):
        break
    # {{question}}
    moves = sys.stdin.readline().split()
    # {{flush}}
    print(choose(fen, moves), flush=True)
