unreadable = clé { $path } : { $error }
open = clé { $path } : d’autres peuvent la lire (mode { $mode }) : lancez `chmod 600 { $path }`
no_key = clé { $path } : ne contient aucune clé : une ligne qui commence par SU est attendue, comme en écrivent `certamen bus setup` et `certamen open`
not_signed = sa signature ne correspond pas
