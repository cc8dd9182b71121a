missing = { $path }: nothing has been played yet
# $path, $found, $known
newer = { $path }: written by a newer certamen, or a build before 0.2.0 (store version { $found }, this one knows { $known }): use that version, or remove the folder to start from scratch
# $path, $error
damaged = { $path }: not a store of results: { $error }
# $error
database = store of results: { $error }
# $number, $error
record = record of match { $number }: { $error }
no_match = there is no match { $number }: `certamen matches` lists them
unplayed = match { $number } has not been played yet
# $path, $error
unreachable = { $path }: { $error }: run as the owner of the contest, or copy the folder to where you can read and write
full = { $path }: the disk is full: free some space and run again; the stored results are safe
read = { $path }: another program has been reading it for too long: close that program and run again; nothing was moved
dictionary = dictionary of the records: { $error }
value = store of results: damaged: { $error }
not_seats = `{ $text }` is not a list of submissions
not_a_fault = `{ $text }` is not a fault
