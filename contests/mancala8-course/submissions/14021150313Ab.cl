; AbCd123456

;; Lo que hay en los Kalahas no se pierde nunca.
(defun mi-f-ev (estado)
  (let ((tablero (estado-tablero estado))
        (lado (estado-lado-sgte-jugador estado)))
    (- (get-fichas tablero lado 6)
       (get-fichas tablero (lado-contrario lado) 6))))
