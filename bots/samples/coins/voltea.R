# Flips what it has unflipped, and takes coins with what is left of its turn.
# run: Rscript voltea.R POSITION
fields <- strsplit(commandArgs(trailingOnly = TRUE)[1], ";")[[1]]
players <- strsplit(fields[-(1:3)], "_")
own <- Filter(function(player) player[1] == fields[2], players)[[1]]
flips <- min(as.integer(own[4]), 3)
cat(strrep("F", flips), strrep("1", 3 - flips), "\n", sep = "")
