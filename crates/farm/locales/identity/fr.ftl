unreadable = clé { $path } : { $error }
open = clé { $path } : d'autres peuvent la lire (mode { $mode }) : lancez `chmod 600 { $path }`
no_key = clé { $path } : elle ne contient aucune clé : une clé est une ligne qui commence par SU, comme celles qu'écrit `certamen bus setup`
not_signed = sa signature est celle d'un autre
