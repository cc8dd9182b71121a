missing = { $path }: nothing has been played yet
newer = { $path }: written by a newer certamen (store version { $found }, this one knows { $known }): use that version, or remove the folder to start afresh
damaged = { $path }: not a store of results: { $error }
copy = { $path }: of an older version, and it cannot be copied to be read: { $error }
database = store of results: { $error }
record = record of match { $number }: { $error }
no_match = there is no match { $number }: `certamen matches` lists them
unplayed = match { $number } has not been played yet
