documentation = Documentation
search_label = search the documentation:
search = search
nothing_found = nothing found: try fewer or shorter words
previous = previous page
next = next page
not_translated = This page has not been translated.
