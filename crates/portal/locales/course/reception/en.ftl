# $file, $place
stored = The submission of the file { $file } has been stored in { $place }
# $file, $verdict
judged = { $file }: { $verdict }
listed_as = listed as: { $name }
replaces = replaces: { $file }
send_again = Nothing was stored: fix it and send it again.
may_be_corrected = A corrected version may be sent, one a day for each player.
all_removed = The team may send nothing more and all its players are removed.
