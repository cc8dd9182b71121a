# gnugo-tablero: shows each board to GNU Go, one run a move.
#
# All commands of the Go Text Protocol are known beforehand, so they are written at once: the stones
# one by one, then the question. A move that is not lawful here, or none at all, becomes a pass.
import subprocess
import sys

ENGINE = [
    "/usr/games/gnugo", "--mode", "gtp", "--seed", "1", "--never-resign",
    "--chinese-rules", "--capture-all-dead", "--level", "1",
]
# Columns in the protocol's letters, which leave out I.
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def ask(board, turn):
    """GNU Go's word for its move on the board; nothing if it cannot play there."""
    size = len(board)
    commands = [f"boardsize {size}", "clear_board", "komi 0"]
    for row, line in enumerate(board):
        for column, stone in enumerate(line):
            if stone != "0":
                colour = "b" if stone == "1" else "w"
                commands.append(f"play {colour} {LETTERS[column]}{size - row}")
    commands.append("genmove " + ("b" if turn == "1" else "w"))
    words = "\n".join([*commands, "quit", ""]).encode()
    try:
        said = subprocess.run(ENGINE, input=words, stdout=subprocess.PIPE).stdout
    except OSError as error:
        print(f"{ENGINE[0]}: {error}: install the Debian package gnugo", file=sys.stderr)
        return ""
    answers = said.decode("ascii", "replace").split("\n\n")
    # The board must be the one that was meant: no command before the question is refused.
    if any(not answer.startswith("=") for answer in answers[: len(commands)]):
        return ""
    return answers[len(commands) - 1].lstrip("= ").strip().upper()


def point(word, size):
    """Row and column from 0, from the top left; nothing if the word names no point."""
    column = LETTERS.find(word[:1]) if word else -1
    if column < 0 or column >= size or not word[1:].isdigit():
        return None
    row = size - int(word[1:])
    return (row, column) if 0 <= row < size else None


def around(row, column, size):
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size]


def breathes(board, start, filled):
    """Whether the group at `start` has a liberty other than `filled`."""
    group, seen = [start], {start}
    for row, column in group:
        for near in around(row, column, len(board)):
            whose = board[near[0]][near[1]]
            if whose == "0" and near != filled:
                return True
            if whose == board[start[0]][start[1]] and near not in seen:
                seen.add(near)
                group.append(near)
    return False


def is_legal(board, at, turn):
    """Whether the point is empty, and a stone there lives or captures."""
    if board[at[0]][at[1]] != "0":
        return False
    for near in around(*at, len(board)):
        whose = board[near[0]][near[1]]
        if whose == "0" or (whose == turn) == breathes(board, near, at):
            return True
    return False


lines = sys.stdin.read().split()
board, turn = lines[:-3], lines[-1]
at = point(ask(board, turn), len(board))
print(f"{at[0] + 1} {at[1] + 1}" if at and is_legal(board, at, turn) else "pass")
