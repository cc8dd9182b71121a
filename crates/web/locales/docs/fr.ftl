documentation = Documentation
search_label = chercher dans la documentation :
search = chercher
nothing_found = rien n’a été trouvé : essayez moins de mots ou des mots plus courts
previous = page précédente
next = page suivante
not_translated = Cette page n’est pas traduite.
