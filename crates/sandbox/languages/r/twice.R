line <- readLines(file("stdin"), n = 1)
cat(line, line, commandArgs(trailingOnly = TRUE), "\n", sep = "")
