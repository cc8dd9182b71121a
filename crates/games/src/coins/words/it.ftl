no_plan = un turno è tre di N123ABCXYZFURT e nient'altro
wrong_order = { $given } dato, ogni posto da 0 a { $last } serve una volta
