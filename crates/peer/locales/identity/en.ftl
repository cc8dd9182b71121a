# $path, $error
unreadable = key { $path }: { $error }
# $path, $mode
open = key { $path }: others can read it (mode { $mode }): run `chmod 600 { $path }`
no_key = key { $path }: contains no key: expected a line that begins with SU, as written by `certamen bus setup` or `certamen open`
not_signed = its signature does not match
