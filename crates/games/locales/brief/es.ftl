intro = Usted juega a { $slug } en un torneo. Recibe una petición en cada uno de sus turnos y responde con una jugada. Juegue para ganar. Responda solo con la jugada, en la notación de abajo.
example = Ejemplo de una petición
example_answer = Una respuesta:
protocol = Protocolo
starter = Punto de partida
list_intro = Juegos de programación. Los jugadores son programas, o modelos de lenguaje a los que se pregunta por HTTP. Cada resumen tiene las reglas de un juego, su notación, el protocolo y un punto de partida.
games = Resúmenes
