misnamed = { $path }: no se muestra: la carpeta de un concurso se llama con 1 a 40 de a-z, 0-9 y -; cámbiele el nombre
listening = servido en { $address }
open_address = aviso: { $address } se alcanza desde otras máquinas y habla HTTP sin cifrar; ponga delante un proxy con TLS
finished = { $slug }: terminado
elsewhere = { $slug }: otro proceso lo juega; se muestra
failed = { $slug }: { $why }; otra vez en { $seconds } s
archived = { $folder }: { $files } ficheros; abra index.html
