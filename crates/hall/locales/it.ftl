file = { $path }: { $error }
no_report = { $path }: non è un rapporto: { $error }: lo rimetta com'era
no_table = { $path }: non è una tabella pubblicata: { $error }: la rimetta com'era, o la elimini
