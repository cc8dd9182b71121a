no_plan = un tour est trois de N123ABCXYZFURT et rien d'autre
wrong_order = { $given } donné, chaque place de 0 à { $last } est nécessaire une fois
