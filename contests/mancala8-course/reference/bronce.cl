;;; Bronce: pesos por hoyo, sin afinar; gana a Regular y a Bueno con y sin el saque.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (otro (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (valor-final (- (puntos tablero lado) (puntos tablero otro)))
        (+ (- (peso tablero lado '(1 1 0 2 3 5))
              (peso tablero otro '(0 5 1 1 4 1)))
           (* 8 (- (get-fichas tablero lado 6) (get-fichas tablero otro 6)))
           (* 4 (- (vacios tablero lado) (vacios tablero otro)))
           (if (estado-debe-pasar-turno estado) -2 0)))))

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
