file = { $path }: { $error }
no_report = { $path }: ce n'est pas un rapport : { $error } : remettez-le comme il était
no_table = { $path }: ce n'est pas un tableau publié : { $error } : remettez-le comme il était, ou supprimez-le
