local line = io.read("l")
print(line .. line .. (arg[1] or ""))
