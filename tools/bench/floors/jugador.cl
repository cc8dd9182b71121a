; A player whose weights are filled in: each is another one.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (rival (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (* 20 (- (suma-fila tablero lado) (suma-fila tablero rival)))
        (- (valor tablero lado rival) (valor tablero rival lado)))))

(defun valor (tablero lado rival)
  (+ (* {0} (get-fichas tablero lado 6))
     (* {1} (cuenta-fichas tablero lado 0))
     (* {2} (repeticiones tablero lado))
     (* {3} (mejor-captura tablero lado rival))
     (* {4} (length (posiciones-con-fichas-lado tablero lado 0)))))

(defun repeticiones (tablero lado)
  (count-if #'(lambda (hoyo) (= (get-fichas tablero lado hoyo) (- 6 hoyo)))
            '(0 1 2 3 4 5)))

(defun mejor-captura (tablero lado rival)
  (reduce #'max
          (mapcar #'(lambda (hoyo) (captura tablero lado rival hoyo))
                  (posiciones-con-fichas-lado tablero lado 0))
          :initial-value 0))

(defun captura (tablero lado rival hoyo)
  (let ((destino (+ hoyo (get-fichas tablero lado hoyo))))
    (if (and (< destino 6) (zerop (get-fichas tablero lado destino)))
        (get-fichas tablero rival (- 5 destino))
        0)))
