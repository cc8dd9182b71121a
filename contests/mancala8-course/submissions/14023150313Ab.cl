; AbCd123456
; Campeon

;; El mismo alias que otro: la tabla no los distingue.
(defun mi-f-ev (estado)
  (let ((tablero (estado-tablero estado))
        (lado (estado-lado-sgte-jugador estado)))
    (if (juego-terminado-p estado)
        (* 100 (ventaja tablero lado))
        (+ (- (peso tablero lado '(0 4 5 2 0 6))
              (peso tablero (lado-contrario lado) '(5 5 0 6 1 6)))
           (* 9 (kalahas tablero lado))))))

(defun peso (tablero lado pesos)
  (loop for peso in pesos
        for hoyo from 0
        sum (* peso (get-fichas tablero lado hoyo))))

(defun kalahas (tablero lado)
  (- (get-fichas tablero lado 6)
     (get-fichas tablero (lado-contrario lado) 6)))

(defun ventaja (tablero lado)
  (+ (kalahas tablero lado)
     (- (cuenta-fichas tablero lado 0)
        (cuenta-fichas tablero (lado-contrario lado) 0))))
