"""An Intervalo bot that prints the first free square of the strip in its argument."""
import sys

print(sys.argv[1].index(".") + 1)
