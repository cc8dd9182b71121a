;;; Recolector: las fichas a salvo valen el doble, y cuenta la mejor captura que hay a la vista.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (rival (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (* 5 (- (puntos tablero lado) (puntos tablero rival)))
        (- (valor tablero lado rival) (valor tablero rival lado)))))

(defun valor (tablero lado rival)
  (+ (* 2 (get-fichas tablero lado 6))
     (cuenta-fichas tablero lado 0)
     (mejor-captura tablero lado rival)))

(defun mejor-captura (tablero lado rival)
  (reduce #'max
          (mapcar #'(lambda (hoyo) (captura tablero lado rival hoyo))
                  (posiciones-con-fichas-lado tablero lado 0))
          :initial-value 0))

;;; Lo que se captura desde un hoyo sin salir de la fila.
(defun captura (tablero lado rival hoyo)
  (let ((destino (+ hoyo (get-fichas tablero lado hoyo))))
    (if (and (< destino 6) (zerop (get-fichas tablero lado destino)))
        (get-fichas tablero rival (- 5 destino))
        0)))

(defun puntos (tablero lado)
  (+ (cuenta-fichas tablero lado 0) (get-fichas tablero lado 6)))
