no_square = `{ $reply }` is no square: print one decimal number on one line
not_free = square { $square } is not free
outside = there is no square { $square }: the strip has 1 to { $squares }
