file = { $path }: { $error }
no_report = { $path }: no report: { $error }: put it back as it was
no_table = { $path }: no published table: { $error }: put it back as it was, or remove it
