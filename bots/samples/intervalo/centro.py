# Takes the free square that is nearest to the middle.
# run: python3 centro.py SQUARES
import sys

strip = sys.argv[1]
free = [at for at, square in enumerate(strip) if square == "."]
print(1 + min(free, key=lambda at: abs(2 * at + 1 - len(strip))))
