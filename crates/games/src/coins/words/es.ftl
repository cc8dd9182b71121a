no_plan = un turno son tres de N123ABCXYZFURT y nada más
wrong_order = se da { $given }, cada asiento de 0 a { $last } hace falta una vez
