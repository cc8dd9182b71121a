# {{protocol}}

import sys


def neighbours(board, row, column):
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    size = len(board)
    return [board[r][c] for r, c in around if 0 <= r < size and 0 <= c < size]


def choose(board, prisoners, me):
    rival = "2" if me == "1" else "1"
    best, most = None, 0
    for row in range(len(board)):
        for column in range(len(board)):
            around = neighbours(board, row, column)
            # {{legal}}
            if board[row][column] != "0" or "0" not in around:
                continue
            # {{idea}}
            value = 2 * around.count(rival) + around.count("0")
            if value > most:
                best, most = (row, column), value
    return best


# {{question}}
*board, black, white, me = sys.stdin.read().split()
point = choose(board, (int(black), int(white)), me)
print("pass" if point is None else f"{point[0] + 1} {point[1] + 1}")
