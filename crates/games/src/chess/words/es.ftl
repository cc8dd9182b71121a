title = Ajedrez
white = blancas
black = negras
no_move = `{ $reply }` no es una jugada legal aquí: escríbala como `e2e4`, `e7e8q` o `Nf3`
no_opening_move = jugada { $number }: `{ $reply }` no es legal ahí: escriba las jugadas como `e2e4` y `e7e8q`
over_after_move = la jugada { $number } termina la partida ({ $end }): quítela
already_over = la partida acabaría al instante ({ $end }): elija otra posición
too_many_moves = más de { $most } jugadas
pgn_tag = una etiqueta se escribe en una línea como `[Nombre "valor"]`, con una barra inversa ante `"` y `\` en el valor
pgn_comment = aquí empieza un comentario que ninguna llave cierra
pgn_brackets = se cierra una variante que no se abrió, o no se cierra
pgn_no_end = la partida anterior no tiene final: escriba `1-0`, `0-1`, `1/2-1/2` o `*` tras sus jugadas
pgn_variant = una partida de la variante `{ $variant }`: Chess960 requiere `chess960 = true`, y otras no se juegan aquí
pgn_move = jugada { $number }: `{ $reply }` no es legal ahí
fen_fields = no es una posición en notación Forsyth-Edwards: tiene seis campos con un solo espacio entre ellos, o los cuatro primeros
fen_board = la colocación de las piezas es imposible: ocho filas desde arriba, cada una de ocho casillas; cada bando tiene un rey, a lo sumo 16 piezas y 8 peones, ningún peón en la primera o la última fila; el bando que no juega no está en jaque
fen_side = el bando que juega es `w` o `b`
fen_castling = los derechos de enroque son imposibles: `-`, o algunos de `KQkq`, cada uno con su rey y su torre en la primera fila; en Chess960 también valen las columnas de las torres
fen_other_castling = enrocar con un rey que no está en e1 o e8, o con una torre fuera de la esquina, requiere `chess960 = true`
fen_passing = la casilla tras un peón que avanzó dos es imposible: `-` si no la hay
fen_clocks = los contadores son imposibles: medias jugadas de 0 a 100 sin captura ni avance de peón, y el número de la jugada de 1 a 65535
letters = mayúsculas: blancas; K rey, Q dama, R torre, B alfil, N caballo, P peón
white_moves = juegan: blancas
black_moves = juegan: negras
white_in_check = juegan: blancas, en jaque
black_in_check = juegan: negras, en jaque
white_is_mated = las blancas reciben mate
black_is_mated = las negras reciben mate
white_resigns = las blancas abandonan
black_resigns = las negras abandonan
drawn = tablas: { $end }
white_played = blancas: de { $from } a { $to }
black_played = negras: de { $from } a { $to }
white_pawn = peón blanco en { $square }
white_knight = caballo blanco en { $square }
white_bishop = alfil blanco en { $square }
white_rook = torre blanca en { $square }
white_queen = dama blanca en { $square }
white_king = rey blanco en { $square }
black_pawn = peón negro en { $square }
black_knight = caballo negro en { $square }
black_bishop = alfil negro en { $square }
black_rook = torre negra en { $square }
black_queen = dama negra en { $square }
black_king = rey negro en { $square }
detail_end = final
detail_plies = medias jugadas
detail_checkmate = jaque mate
detail_stalemate = rey ahogado
detail_material = material insuficiente
detail_repetition = tercera repetición
detail_fifty_moves = cincuenta jugadas
detail_resignation = abandono
detail_ended = decidida por
detail_resign = un bando se ve perdido
detail_draw = ningún bando ve ventaja
detail_moves = bastantes jugadas
result_white_mates = Ganan las blancas ({ $player }) por jaque mate
result_black_mates = Ganan las negras ({ $player }) por jaque mate
result_white_unopposed = Ganan las blancas ({ $player }): las negras abandonan
result_black_unopposed = Ganan las negras ({ $player }): las blancas abandonan
result_stalemate = Tablas por rey ahogado
result_material = Tablas: ningún bando puede dar mate
result_repetition = Tablas por triple repetición
result_fifty_moves = Tablas: cincuenta jugadas sin captura ni movimiento de peón
option_fen = la posición inicial, en notación Forsyth-Edwards; si se omite es la habitual
option_moves = jugadas ya hechas, como `e2e4`
option_chess960 = los reyes enrocan desde cualquier casilla, como en Chess960, y para ello toman su propia torre
note_protocol =
    Un bot de ajedrez.

    El programa vive toda la partida. Antes de cada jugada lee dos líneas: la posición en notación
    Forsyth-Edwards, y las jugadas legales separadas por espacios; escribe una de ellas.
    La línea `fin` termina la partida.
    Otra cosa, o no responder a tiempo, pierde la partida.
note_idea = Aquí va su idea. Esta toma la pieza más valiosa, o si no, hace la última jugada.
note_question = La posición y las jugadas legales. La primera palabra: filas desde arriba; mayúsculas: blancas.
