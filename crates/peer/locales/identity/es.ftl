unreadable = clave { $path }: { $error }
open = clave { $path }: otros pueden leerla (modo { $mode }): ejecute `chmod 600 { $path }`
no_key = clave { $path }: no contiene ninguna clave: se espera una línea que empiece por SU, como las que escriben `certamen bus setup` y `certamen open`
not_signed = su firma no coincide
