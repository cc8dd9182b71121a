# $cause, $command, $have, $better
advice =
    isolation level { $have } instead of { $better }: { $cause }
    for level { $better }: { $command }
none_allowed = this system allows no user namespaces (sysctl { $name })
app_armor = AppArmor denies user namespaces to programs without a profile
filter = a system call filter forbids namespaces, as in most containers
