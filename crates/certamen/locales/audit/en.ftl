record_sound = sound
sound = sound: draw, plan, records and standings agree
sound_so_far = sound so far, not complete
replayed = matches replayed
to_come = to be played
more = more differences
chosen = the organizer chose the seed
preliminary = entries are open: the seed follows from the commitment
drawn = the seed was drawn: compare the commitment with the published one
hidden = the secret of the draw has not been published: seeds cannot be verified
# $lines, $runs, $void
logged = log of attempts: lines { $lines }, runs { $runs }, void { $void }
no_log = no log of attempts
unlogged = { $matches } matches older than the log
drawn_public = the seed was drawn with a public value from after closing: compare the commitment with the published one
drawn_by_hand = the seed was drawn with a value given by hand: the organizer chose when
asked_again = built-in players asked again: { $count } answers
not_asked = built-in players not asked: { $count } answers
receipts_found = receipts found: { $count }
# $answers, $others, $matches
programs_asked = programs asked again: { $answers } answers, { $others } of them different; { $matches } matches of programs not checked
doubtful_faults = { $turns } turns with a fault in the record where the program answers
