advice =
    niveau d’isolation { $have } au lieu de { $better } : { $cause }
    pour le niveau { $better } : { $command }
none_allowed = ce système ne permet pas d’espaces de noms d’utilisateur (sysctl { $name })
app_armor = AppArmor refuse les espaces de noms d’utilisateur aux programmes sans profil
filter = un filtre d’appels système interdit les espaces de noms, comme dans la plupart des conteneurs
