;;; Oro: los mejores pesos por hoyo entre muchos elegidos por sorteo.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (otro (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (valor-final (- (puntos tablero lado) (puntos tablero otro)))
        (+ (- (peso tablero lado '(5 5 4 3 0 6))
              (peso tablero otro '(3 3 1 2 4 0)))
           (* 5 (- (get-fichas tablero lado 6) (get-fichas tablero otro 6)))
           (* 0 (- (vacios tablero lado) (vacios tablero otro)))
           (if (estado-debe-pasar-turno estado) 2 0)))))

(defun peso (tablero lado pesos)
  (loop for peso in pesos
        for hoyo from 0
        sum (* peso (get-fichas tablero lado hoyo))))

(defun vacios (tablero lado)
  (- 6 (length (posiciones-con-fichas-lado tablero lado 0))))

(defun puntos (tablero lado)
  (+ (cuenta-fichas tablero lado 0)
     (get-fichas tablero lado 6)))

(defun valor-final (ventaja)
  (+ ventaja (* 1000 (signum ventaja))))
