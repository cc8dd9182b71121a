# Messages of the operating system by error number; others keep the system's own words.
system_error =
    { $code ->
       *[other] { $words }
    }
unknown_language = unknown language `{ $code }`: use en, es, fr or it
at = { $place }: { $why }
