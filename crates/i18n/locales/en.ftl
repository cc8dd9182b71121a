# What the operating system says, by its number; what is not here is said in its own words.
system_error =
    { $code ->
       *[other] { $words }
    }
unknown_language = unknown language `{ $code }`: use en, es, fr or it
at = { $place }: { $why }
