advice =
    nivel de aislamiento { $have } en vez de { $better }: { $cause }
    para el nivel { $better }: { $command }
none_allowed = este sistema no permite espacios de nombres de usuario (sysctl { $name })
app_armor = AppArmor niega espacios de nombres de usuario a programas sin perfil
filter = un filtro de llamadas al sistema prohíbe los espacios de nombres, como en la mayoría de los contenedores
