does_not_compile = Le programme ne se compile pas : le compilateur le refuse.
does_not_compile_how = Lisez ci-dessous la première plainte du compilateur, et compilez dans un dossier vide avec les seuls fichiers remis.
missing_interpreter = Le compilateur ou l'interpréteur que le programme demande n'est pas installé.
missing_interpreter_how = Nommez-en un qui soit installé, dans bot.toml ou à la première ligne (#!), avec son chemin sur cette machine.
unknown_language = On ne sait pas dans quel langage le programme est écrit.
unknown_language_how = Donnez au fichier la terminaison habituelle de son langage, ou mettez-le dans un dossier avec un bot.toml qui dit `language`.
not_executable = Le fichier ne peut pas être lancé : la permission d'exécution lui manque.
not_executable_how = Mettez-la avec `chmod +x FICHIER`, et remettez le fichier de façon à la garder (tar la garde).
missing_shebang = Le fichier est un texte sans première ligne disant ce qui l'exécute, et le système ne peut pas le lancer.
missing_shebang_how = Commencez le fichier par une ligne comme `#!/usr/bin/python3`, ou indiquez `language` dans bot.toml.
windows_shebang = La première ligne (#!) finit comme sous Windows, par un retour chariot, qui devient une partie du nom de l'interpréteur.
windows_shebang_how = Enregistrez le fichier avec des fins de ligne Unix : `sed -i 's/\r$//' FICHIER`, ou le réglage LF de l'éditeur.
byte_order_mark = Il y a une marque invisible (indicateur d'ordre des octets, EF BB BF) au début, là où la première lettre devrait être.
byte_order_mark_how = Enregistrez la source en UTF-8 sans BOM, et écrivez la sortie en texte simple (en C# et PowerShell : un encodage sans BOM).
python_two = Le programme est écrit en Python 2, qui n'existe plus ici ; les programmes tournent avec Python 3.
python_two_how = Écrivez print(x) au lieu de print x, input() au lieu de raw_input(), range au lieu de xrange, et // là où l'on divise des entiers.
cannot_start = Le programme est là, mais le système ne peut pas le lancer.
cannot_start_how = Un programme compilé doit l'être pour cette machine (Linux, x86-64) ; un script a besoin d'une première ligne (#!) avec un interpréteur qui existe.

missing_flush = La réponse reste dans le tampon du programme : elle ne sort que quand il se termine, ce qui est trop tard.
missing_flush_how = Videz le tampon après chaque ligne. Python : print(x, flush=True). C : fflush(stdout). C++ : std::endl. Java : System.out.flush(). Ruby : $stdout.sync = true. Perl : $| = 1. Lua : io.stdout:setvbuf('no'). PHP : fflush(STDOUT). R : flush(stdout()). Haskell : hSetBuffering stdout LineBuffering. D : stdout.flush(). Go : Flush() d'un bufio.Writer.
reads_all_input = Le programme lit son entrée jusqu'à la fin avant de répondre, mais l'entrée dure autant que la partie.
reads_all_input_how = Lisez une ligne à la fois et répondez-y. Python : input(), pas sys.stdin.read(). C : fgets, pas une boucle jusqu'à EOF. JavaScript : l'événement 'line' de readline, pas readFileSync(0).
missing_line_end = La réponse arrive sans fin de ligne, et personne ne peut savoir qu'elle est complète.
missing_line_end_how = Imprimez \n après la réponse : puts au lieu de fputs, println au lieu de print, printf("%d\n", x).
on_standard_error = La réponse est écrite sur la sortie d'erreur, où personne n'écoute.
on_standard_error_how = Écrivez-la sur la sortie standard : print(x) sans file=sys.stderr, stdout au lieu de stderr, std::cout au lieu de std::cerr, console.log au lieu de console.error.
empty_output = Le programme se termine, ou imprime une ligne vide, sans avoir rien dit.
empty_output_how = Veillez à ce que tout chemin dans le programme imprime une réponse, même sans bon coup ; la question posée est ci-dessous.
answers_unasked = Le programme parle avant qu'on l'interroge, ou continue sans lire ce qu'on lui dit ; ses réponses vont alors à d'autres questions.
answers_unasked_how = Lisez d'abord, répondez ensuite, une fois par ligne lue ; la page du protocole du jeu montre qui parle le premier.
waits_to_be_told = Dans ce jeu les programmes parlent les premiers, et celui-ci attend qu'on lui dise quelque chose avant sa première réponse.
waits_to_be_told_how = Imprimez la première réponse avant de rien lire : imprimer, lire, imprimer à nouveau.
wrong_protocol = Le programme est interrogé d'une façon et en attend une autre : en argument, sur l'entrée standard, ou ligne par ligne.
wrong_protocol_how = Indiquez `protocol = "…"` dans bot.toml si le concours le permet (ci-dessous, celui qui marche), ou lisez la question là où le protocole du jeu la met.
exits_after_first_answer = Le programme se termine après sa première réponse, mais la partie continue.
exits_after_first_answer_how = Mettez la lecture et la réponse dans une boucle qui finit à l'adieu `fin` ou à la fin de l'entrée, pas avant.
exits_early = Le programme se termine, ou ferme sa sortie, au milieu de la partie.
exits_early_how = Voyez pourquoi il a quitté sa boucle ; il doit continuer jusqu'à lire l'adieu `fin` ou la fin de l'entrée, et garder la sortie standard ouverte.
infinite_loop = Le programme calcule et calcule sans jamais répondre : il est sans doute pris dans une boucle.
infinite_loop_how = Regardez les boucles qui tournent sur la question ci-dessous ; une boucle qui attend l'entrée doit aussi finir à la fin de l'entrée.
too_slow = Le programme calcule encore quand son temps est écoulé, alors qu'il a répondu à temps à d'autres questions.
too_slow_how = Faites-lui regarder l'horloge et répondre avec ce qu'il a de mieux, bien avant la limite ; la machine du concours peut être plus lente que la vôtre.
waits_forever = Le programme ne fait rien et ne répond pas : il attend quelque chose qui ne vient pas.
waits_forever_how = Comparez ce qu'il lit avec la question ci-dessous : nombre de lignes, ordre, et par où elles arrivent ; et voyez qu'il ne dorme pas ni n'attende une touche.

extra_text = Il y a du texte autour de la réponse, comme une invite ou une explication ; seule la réponse peut être imprimée.
extra_text_how = Imprimez la réponse seule : input() sans texte entre parenthèses, sans « Coup : » devant ; les mots pour vous vont sur la sortie d'erreur.
debug_output = D'autres lignes sont imprimées en plus de la réponse, et la première est prise pour la réponse.
debug_output_how = Envoyez ce qui est pour vous sur la sortie d'erreur, qui est gardée pour vous : print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.
two_lines = La réponse fait plus d'une ligne.
two_lines_how = Imprimez sur une seule ligne tout ce qui appartient à une réponse, et chaque réponse une seule fois.
index_base = Le programme semble compter à partir d'un autre nombre que le jeu : la réponse irait avec un de plus ou un de moins.
index_base_how = Voyez sur la page du jeu si l'on compte à partir de 0 ou de 1 ; les tableaux de presque tous les langages commencent à 0, les cases de presque tous les jeux à 1.
trailing_blanks = Il y a des blancs ou des lignes vides autour de la réponse, que ce jeu n'accepte pas.
trailing_blanks_how = Imprimez la réponse et une fin de ligne, rien avant et rien entre les deux : rognez-la d'abord (trim, strip).
windows_line_ends = Les lignes finissent comme sous Windows, par \r\n au lieu de \n.
windows_line_ends_how = Imprimez seulement \n ; là où l'entrée est lue avec sa fin de ligne, ôtez \r comme \n.
wrong_case = La réponse est juste, aux majuscules et minuscules près.
wrong_case_how = Écrivez les lettres exactement comme la page du jeu.
decimals = Un nombre est imprimé avec une virgule décimale, un exposant ou un signe là où il faut un simple nombre entier.
decimals_how = Rendez-le entier avant de l'imprimer : int(x) et // en Python, %d en C, Math.floor en JavaScript, as.integer en R, // ou %d en Lua.
decorated = La réponse est entre crochets, parenthèses ou guillemets, comme les langages impriment listes et textes pour programmeurs.
decorated_how = Imprimez la chose même, pas la liste ni sa représentation : print(x[0]) ou print(*x) en Python, puts au lieu de p en Ruby, cat au lieu de print en R, join pour plusieurs nombres.
wrong_separator = Les parties de la réponse sont séparées par autre chose que ce que le jeu demande.
wrong_separator_how = Séparez-les comme le montre la page du jeu : par un blanc, ou par rien ; pas par des virgules ou des tabulations.
not_text = La réponse contient des octets qui ne sont pas du texte, comme des zéros, des nombres bruts ou un autre encodage qu'UTF-8.
not_text_how = Écrivez des chiffres et des lettres, pas la mémoire qui les contient : printf("%d\n", x) et non fwrite ou putchar(x) ; et pas d'UTF-16.
illegal_move = La réponse est bien écrite, mais les règles ne la permettent pas dans cette position.
illegal_move_how = Voyez ci-dessous ce qu'en disent les règles, et posez de nouveau cette question au programme avec --from.
not_an_answer = Ce qui est imprimé ne peut pas être lu comme une réponse.
not_an_answer_how = Comparez-le octet par octet avec les exemples de la page du jeu ; ce qu'en disent les règles est ci-dessous.

exception = Le programme a été arrêté par une erreur à lui, qu'il a signalée sur la sortie d'erreur.
exception_how = L'erreur et sa ligne sont nommées ci-dessous ; posez la même question au programme avec --from pour la revoir.
crash = Le programme a planté : le système l'a arrêté par un signal.
crash_how = SIGSEGV est un accès hors d'un tableau ou par un pointeur fou, SIGFPE une division par zéro, SIGABRT une assertion manquée ; compilez avec -g -fsanitize=address et lancez-le sur la question ci-dessous.
memory_limit = Le programme veut plus de mémoire qu'il n'est permis.
memory_limit_how = Gardez moins : bornez caches et tables, libérez ce qui ne sert plus ; les machines virtuelles acceptent une limite à elles (java -Xmx).
output_limit = Le programme imprime bien plus qu'une réponse, peut-être sans fin.
output_limit_how = Cherchez une impression dans une boucle qui ne finit pas, et envoyez ce qui est pour vous sur la sortie d'erreur.
forbidden_call = Le programme a demandé au système une chose interdite ici, et a été arrêté pour cela.
forbidden_call_how = Un bot a besoin d'entrée, de sortie et de calcul ; laissez les appels 32 bits, le traçage, les modules du noyau et le reste.
missing_file = Le programme veut un fichier qui n'est pas là, ou auquel il ne peut toucher.
missing_file_how = Remettez le fichier avec le bot et ouvrez-le à côté du programme même, pas par un chemin de votre machine : en Python os.path.join(os.path.dirname(__file__), NOM). On ne peut écrire que dans le répertoire de travail.
no_network = Le programme veut utiliser le réseau, qui n'existe pas dans le bac à sable.
no_network_how = Remettez avec le bot tout ce qu'il lui faut ; rien ne peut être cherché pendant une partie.
missing_module = Le programme demande un module ou une bibliothèque qui n'est pas installé ici.
missing_module_how = Utilisez la bibliothèque standard du langage, ou mettez le module dans le dossier du bot.
not_deterministic = Le bot se dit déterministe, mais il a donné deux réponses à la même question.
not_deterministic_how = Ôtez le hasard, les horloges et les adresses d'objets ; ou mettez deterministic = false dans bot.toml et tirez au sort à partir de CERTAMEN_SEED.
draws_own_lots = Le bot a donné deux réponses à la même question avec la même CERTAMEN_SEED, et ses parties ne peuvent être répétées.
draws_own_lots_how = C'est permis là où le concours ne demande pas de déterminisme ; pour retrouver les erreurs, initialisez le générateur avec la variable d'environnement CERTAMEN_SEED.
near_time_limit = La réponse la plus lente a pris plus de la moitié du temps par coup.
near_time_limit_how = Laissez plus de marge : la machine d'un concours peut être plus lente ou plus occupée que celle-ci.
near_memory_limit = Le programme a eu une fois plus des trois quarts de la mémoire permise.
near_memory_limit_how = Des parties plus longues peuvent en demander plus : bornez ce que le programme garde.
error_at_end = Le programme joue bien, mais signale une erreur quand la partie est finie.
error_at_end_how = Cela ne coûte rien, mais cache de vraies erreurs : que le programme se termine en paix en lisant `fin` ou la fin de l'entrée.

line_end_first = La fin de ligne vient avant la réponse et non après elle, si bien qu'une ligne vide est lue comme réponse.
line_end_first_how = Imprimez d'abord la réponse, puis la fin de ligne. Lisp : (format t "~d~%" x) et (finish-output), pas (print x).
