unreadable_at = riga { $line }, colonna { $column }: { $trouble }
not_closed = non è chiuso
unmatched = questa parentesi non chiude niente
too_deep = troppe forme annidate
evaluation = valutazione durante la lettura
conditional = lettura condizionale
syntax = non si può leggere: { $text }
