import sys

line = input()
print(line + line + "".join(sys.argv[1:]))
