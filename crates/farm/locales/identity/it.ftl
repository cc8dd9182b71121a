unreadable = chiave { $path }: { $error }
open = chiave { $path }: altri possono leggerla (permessi { $mode }): eseguire `chmod 600 { $path }`
no_key = chiave { $path }: non contiene alcuna chiave: una chiave è una riga che inizia con SU, come quelle scritte da `certamen bus setup`
not_signed = la sua firma è di un altro
