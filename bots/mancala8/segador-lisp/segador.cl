;;; Segador: guarda en el Kalaha, prepara turnos repetidos y capturas, y reparte poco.

(defun mi-f-ev (estado)
  (let* ((tablero (estado-tablero estado))
         (lado (estado-lado-sgte-jugador estado))
         (rival (lado-contrario lado)))
    (if (juego-terminado-p estado)
        (* 20 (- (puntos tablero lado) (puntos tablero rival)))
        (- (valor tablero lado rival) (valor tablero rival lado)))))

(defun valor (tablero lado rival)
  (- (+ (* 5 (get-fichas tablero lado 6))
        (* 2 (repeticiones tablero lado))
        (mejor-captura tablero lado rival))
     (length (posiciones-con-fichas-lado tablero lado 0))
     (get-fichas tablero lado 0)))

;;; Hoyos cuya última ficha cae justo en el Kalaha.
(defun repeticiones (tablero lado)
  (count-if #'(lambda (hoyo) (= (get-fichas tablero lado hoyo) (- 6 hoyo)))
            '(0 1 2 3 4 5)))

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
