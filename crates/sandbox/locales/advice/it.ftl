advice =
    livello di isolamento { $have } invece di { $better }: { $cause }
    per il livello { $better }: { $command }
none_allowed = questo sistema non permette spazi dei nomi utente (sysctl { $name })
app_armor = AppArmor nega gli spazi dei nomi utente ai programmi senza profilo
filter = un filtro di chiamate di sistema vieta gli spazi dei nomi, come nella maggior parte dei container
