;;; Bueno: Regular, pero "expande un nivel el estado en curso".

(defun mi-f-ev (estado)
  (if (juego-terminado-p estado)
      -50
      (reduce #'max (mapcar #'ventaja-de-quien-movio (generar-sucesores estado)))))

(defun ventaja-de-quien-movio (sucesor)
  (let ((lado (estado-lado-sgte-jugador sucesor)))
    (- (puntos sucesor (lado-contrario lado))
       (puntos sucesor lado))))

(defun puntos (estado lado)
  (+ (cuenta-fichas (estado-tablero estado) lado 0)
     (get-fichas (estado-tablero estado) lado 6)))
