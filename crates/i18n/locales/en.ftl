# Messages of the operating system by error number; others keep the system's own words.
# What the operating system says, by its number; what is not here is said in its own words.
# $code, $words
system_error =
    { $code ->
       *[other] { $words }
    }
unknown_language = unknown language `{ $code }`: use en, es, fr or it
# $place, $why
at = { $place }: { $why }
