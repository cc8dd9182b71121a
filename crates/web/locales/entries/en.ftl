entries = Entries
entries_close = Entries close
entries_closed = Entries closed
rule_of_course = bots per team: at most { $most }, one version a day
# $there, $needed
bots_expected = { $there } of { $needed } expected bots
what_changed = What changed
is_new = is new
new_version = version { $version }
was_withdrawn = withdrawn by its author
was_disqualified = disqualified by an organizer: { $why }
was_banned = banned by an organizer: { $why }
written_by = written by the organizer { $host }
entries_open = Entries open
entries_opened = Entries opened
