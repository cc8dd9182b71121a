misnamed = { $path }: not shown: a contest's folder is called by 1 to 40 of a-z, 0-9 and -; rename it
listening = serving at { $address }
open_address = warning: { $address } can be reached from other machines and speaks plain HTTP; put a proxy with TLS before it
finished = { $slug }: finished
elsewhere = { $slug }: another process plays it; it is shown
failed = { $slug }: { $why }; again in { $seconds } s
archived = { $folder }: { $files } files; open index.html
