documentation = Documentazione
search_label = cerca nella documentazione:
search = cerca
nothing_found = non si è trovato nulla: provi con meno parole o più corte
previous = pagina precedente
next = pagina successiva
not_translated = Questa pagina non è tradotta.
