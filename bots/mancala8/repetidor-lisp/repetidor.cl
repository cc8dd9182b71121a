;;; Repetidor: lo que hay en los Kalahas, y los turnos que se podrían repetir.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (rival (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (* 5 (- (puntos tablero lado) (puntos tablero rival)))
        (- (valor tablero lado) (valor tablero rival)))))

(defun valor (tablero lado)
  (+ (* 2 (get-fichas tablero lado 6))
     (repeticiones tablero lado)))

;;; Hoyos cuya última ficha cae justo en el Kalaha.
(defun repeticiones (tablero lado)
  (count-if #'(lambda (hoyo) (= (get-fichas tablero lado hoyo) (- 6 hoyo)))
            '(0 1 2 3 4 5)))

(defun puntos (tablero lado)
  (+ (cuenta-fichas tablero lado 0) (get-fichas tablero lado 6)))
