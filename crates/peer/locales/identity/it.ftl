unreadable = chiave { $path }: { $error }
open = chiave { $path }: altri possono leggerla (permessi { $mode }): esegua `chmod 600 { $path }`
no_key = chiave { $path }: non contiene alcuna chiave: è attesa una riga che inizi con SU, come quelle scritte da `certamen bus setup` e `certamen open`
not_signed = la sua firma non corrisponde
