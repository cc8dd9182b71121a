does_not_compile = El programa no se puede compilar: el compilador lo rechaza.
does_not_compile_how = Lea abajo la primera queja del compilador, y compile en una carpeta limpia solo con los archivos que entrega.
missing_interpreter = El compilador o intérprete que el programa pide no está instalado.
missing_interpreter_how = Nombre uno que esté instalado, en bot.toml o en la primera línea (#!), con su ruta en esta máquina.
unknown_language = No se sabe en qué lenguaje está escrito el programa.
unknown_language_how = Dé al archivo la terminación habitual de su lenguaje, o póngalo en una carpeta con un bot.toml que diga `language`.
not_executable = El archivo no se puede ejecutar: le falta el permiso de ejecución.
not_executable_how = Póngalo con `chmod +x ARCHIVO`, y entregue el archivo de modo que el permiso se conserve (tar lo conserva).
missing_shebang = El archivo es un texto sin una primera línea que diga qué lo ejecuta, y el sistema no puede iniciarlo.
missing_shebang_how = Comience el archivo con una línea como `#!/usr/bin/python3`, o indique `language` en bot.toml.
windows_shebang = La primera línea (#!) termina como en Windows, con un retorno de carro, que pasa a ser parte del nombre del intérprete.
windows_shebang_how = Guarde el archivo con finales de línea Unix: `sed -i 's/\r$//' ARCHIVO`, o la opción LF de su editor.
byte_order_mark = Hay una marca invisible (marca de orden de bytes, EF BB BF) al comienzo, donde debería estar la primera letra.
byte_order_mark_how = Guarde el fuente como UTF-8 sin BOM, y escriba la salida como texto plano (en C# y PowerShell: una codificación sin BOM).
python_two = El programa está escrito en Python 2, que aquí ya no existe; los programas se ejecutan con Python 3.
python_two_how = Escriba print(x) en vez de print x, input() en vez de raw_input(), range en vez de xrange, y // donde se dividen enteros.
cannot_start = El programa está, pero el sistema no puede iniciarlo.
cannot_start_how = Un programa compilado debe serlo para esta máquina (Linux, x86-64); un guion necesita una primera línea (#!) con un intérprete que exista.

missing_flush = La respuesta se queda en el búfer del programa: sale solo cuando el programa termina, y es demasiado tarde.
missing_flush_how = Vacíe el búfer tras cada línea. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() de un bufio.Writer.
reads_all_input = El programa lee la entrada hasta el final antes de responder, pero la entrada dura lo que dura la partida.
reads_all_input_how = Lea una línea cada vez y respóndala. Python: input(), no sys.stdin.read(). C: fgets, no un bucle hasta EOF. JavaScript: el evento 'line' de readline, no readFileSync(0).
missing_line_end = La respuesta llega sin fin de línea, y nadie puede saber que está completa.
missing_line_end_how = Imprima \n tras la respuesta: puts en vez de fputs, println en vez de print, printf("%d\n", x).
on_standard_error = La respuesta se escribe en la salida de error, donde nadie escucha.
on_standard_error_how = Escríbala en la salida estándar: print(x) sin file=sys.stderr, stdout en vez de stderr, std::cout en vez de std::cerr, console.log en vez de console.error.
empty_output = El programa termina, o imprime una línea vacía, sin haber dicho nada.
empty_output_how = Vea que todo camino por el programa imprima una respuesta, también donde no hay jugada buena; abajo está la pregunta que recibió.
answers_unasked = El programa habla antes de que le pregunten, o sigue sin leer lo que se le dice; sus respuestas quedan entonces para otras preguntas.
answers_unasked_how = Lea primero y responda después, una vez por cada línea leída; la página del protocolo del juego muestra quién habla primero.
waits_to_be_told = En este juego los programas hablan primero, y este espera que se le diga algo antes de su primera respuesta.
waits_to_be_told_how = Imprima la primera respuesta antes de leer nada: imprimir, leer, imprimir de nuevo.
wrong_protocol = Al programa se le pregunta de una manera y espera otra: como argumento, por la entrada estándar, o línea por línea.
wrong_protocol_how = Indique `protocol = "…"` en bot.toml si la competencia lo permite (abajo, el que funciona), o lea la pregunta donde la pone el protocolo del juego.
exits_after_first_answer = El programa termina tras su primera respuesta, pero la partida sigue.
exits_after_first_answer_how = Ponga la lectura y la respuesta en un bucle que acabe con la despedida `fin` o con el final de la entrada, no antes.
exits_early = El programa termina, o cierra su salida, en medio de la partida.
exits_early_how = Vea por qué salió de su bucle; debe seguir hasta leer la despedida `fin` o el final de la entrada, y dejar abierta la salida estándar.
infinite_loop = El programa calcula y calcula y nunca responde: probablemente está atrapado en un bucle.
infinite_loop_how = Mire los bucles que se ejecutan con la pregunta de abajo; un bucle que espera entrada debe acabar también al final de la entrada.
too_slow = El programa sigue calculando cuando se acaba su tiempo, aunque respondió otras preguntas a tiempo.
too_slow_how = Haga que mire el reloj y responda con lo mejor que tenga, bastante antes del límite; la máquina de la competencia puede ser más lenta que la suya.
waits_forever = El programa no hace nada y no responde: espera algo que no llega.
waits_forever_how = Compare lo que lee con la pregunta de abajo: número de líneas, orden y por dónde llegan; y vea que no duerma ni espere una tecla.

extra_text = Hay texto alrededor de la respuesta, como un aviso o una explicación; solo se puede imprimir la respuesta.
extra_text_how = Imprima la respuesta sola: input() sin texto entre paréntesis, sin "Jugada:" delante; las palabras para usted van a la salida de error.
debug_output = Se imprimen otras líneas además de la respuesta, y la primera se toma por la respuesta.
debug_output_how = Mande lo que es para usted a la salida de error, que se guarda para usted: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.
two_lines = La respuesta ocupa más de una línea.
two_lines_how = Imprima en una sola línea todo lo que pertenece a una respuesta, y cada respuesta una sola vez.
index_base = El programa parece contar desde otro número que el juego: la respuesta serviría si fuera una más o una menos.
index_base_how = Vea en la página del juego si se cuenta desde 0 o desde 1; los arreglos de casi todos los lenguajes empiezan en 0, las casillas de casi todos los juegos en 1.
trailing_blanks = Hay blancos o líneas vacías alrededor de la respuesta, que este juego no acepta.
trailing_blanks_how = Imprima la respuesta y un fin de línea, nada antes y nada entre medio: recórtela primero (trim, strip).
windows_line_ends = Las líneas terminan como en Windows, con \r\n en vez de \n.
windows_line_ends_how = Imprima solo \n; donde la entrada se lee con su fin de línea, quite tanto \r como \n.
wrong_case = La respuesta es correcta salvo por mayúsculas y minúsculas.
wrong_case_how = Escriba las letras exactamente como la página del juego.
decimals = Un número se imprime con punto decimal, exponente o signo donde va un número entero simple.
decimals_how = Hágalo entero antes de imprimirlo: int(x) y // en Python, %d en C, Math.floor en JavaScript, as.integer en R, // o %d en Lua.
decorated = La respuesta está entre corchetes, paréntesis o comillas, como los lenguajes imprimen listas y textos para programadores.
decorated_how = Imprima la cosa misma, no la lista ni su representación: print(x[0]) o print(*x) en Python, puts en vez de p en Ruby, cat en vez de print en R, join para varios números.
wrong_separator = Las partes de la respuesta están separadas por otra cosa que la que el juego pide.
wrong_separator_how = Sepárelas como muestra la página del juego: con un blanco, o con nada; no con comas ni tabuladores.
not_text = La respuesta contiene bytes que no son texto, como ceros, números en binario u otra codificación que UTF-8.
not_text_how = Escriba cifras y letras, no la memoria en que se guardan: printf("%d\n", x) y no fwrite ni putchar(x); y nada de UTF-16.
illegal_move = La respuesta está bien escrita, pero las reglas no la permiten en esta posición.
illegal_move_how = Vea abajo qué dicen de ella las reglas, y haga esta pregunta de nuevo al programa con --from.
not_an_answer = Lo que se imprime no se puede leer como respuesta.
not_an_answer_how = Compárelo byte por byte con los ejemplos de la página del juego; abajo está lo que dicen las reglas.

exception = El programa terminó por un error propio, que comunicó en la salida de error.
exception_how = El error y su línea se nombran abajo; haga la misma pregunta al programa con --from para verlo otra vez.
crash = El programa se cayó: el sistema lo terminó con una señal.
crash_how = SIGSEGV es un acceso fuera de un arreglo o por un puntero perdido, SIGFPE una división por cero, SIGABRT una aserción fallida; compile con -g -fsanitize=address y ejecútelo con la pregunta de abajo.
memory_limit = El programa quiere más memoria de la permitida.
memory_limit_how = Guarde menos: limite cachés y tablas, libere lo que no hace falta; las máquinas virtuales aceptan un límite propio (java -Xmx).
output_limit = El programa imprime mucho más que una respuesta, quizá sin fin.
output_limit_how = Busque una impresión dentro de un bucle que no acaba, y mande lo que es para usted a la salida de error.
forbidden_call = El programa pidió al sistema algo que aquí está prohibido, y por eso fue terminado.
forbidden_call_how = Un bot necesita entrada, salida y cálculo; deje fuera llamadas de 32 bits, rastreo, módulos del núcleo y cosas parecidas.
missing_file = El programa quiere un archivo que no está, o que no puede tocar.
missing_file_how = Entregue el archivo con el bot y ábralo junto al propio programa, no por una ruta de su máquina: en Python os.path.join(os.path.dirname(__file__), NOMBRE). Solo se puede escribir en el directorio de trabajo.
no_network = El programa quiere usar la red, que no existe en el recinto aislado.
no_network_how = Entregue con el bot todo lo que necesita; durante una partida no se puede traer nada.
missing_module = El programa pide un módulo o biblioteca que aquí no está instalado.
missing_module_how = Use la biblioteca estándar del lenguaje, o ponga el módulo en la carpeta del bot.
not_deterministic = El bot dice que es determinista, pero dio dos respuestas a la misma pregunta.
not_deterministic_how = Quite el azar, los relojes y las direcciones de objetos; o ponga deterministic = false en bot.toml y sortee a partir de CERTAMEN_SEED.
draws_own_lots = El bot dio dos respuestas a la misma pregunta con la misma CERTAMEN_SEED, y sus partidas no se pueden repetir.
draws_own_lots_how = Está permitido donde la competencia no pide determinismo; para volver a encontrar errores, inicie el generador con la variable de entorno CERTAMEN_SEED.
near_time_limit = La respuesta más lenta tomó más de la mitad del tiempo por jugada.
near_time_limit_how = Deje más margen: la máquina de una competencia puede ser más lenta o estar más ocupada que esta.
near_memory_limit = El programa llegó a tener más de tres cuartos de la memoria permitida.
near_memory_limit_how = Partidas más largas pueden necesitar más: limite lo que el programa guarda.
error_at_end = El programa juega bien, pero comunica un error cuando la partida acaba.
error_at_end_how = No cuesta nada, pero esconde errores de verdad: haga que el programa termine en paz al leer `fin` o el final de la entrada.

line_end_first = El fin de línea llega antes de la respuesta y no tras ella, de modo que se lee una línea vacía como respuesta.
line_end_first_how = Imprima primero la respuesta y después el fin de línea. Lisp: (format t "~d~%" x) y (finish-output), no (print x).
