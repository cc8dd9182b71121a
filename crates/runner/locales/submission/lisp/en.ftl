# $line, $column, $trouble
unreadable_at = line { $line }, column { $column }: { $trouble }
not_closed = not closed
unmatched = unmatched close parenthesis
too_deep = nested too deeply
evaluation = reader evaluation
conditional = reader conditional
syntax = cannot be read: { $text }
