unreadable = clave { $path }: { $error }
open = clave { $path }: otros pueden leerla (modo { $mode }): ejecute `chmod 600 { $path }`
no_key = clave { $path }: no contiene ninguna clave: una clave es una línea que empieza por SU, como las que escribe `certamen bus setup`
not_signed = su firma es de otro
