unreadable = key { $path }: { $error }
open = key { $path }: others may read it (mode { $mode }): say `chmod 600 { $path }`
no_key = key { $path }: no key is in it: one is a line that begins with SU, as `certamen bus setup` writes it
not_signed = its signature is another's
