; Inventada4
; Cangrejo

;; Quiere tener pocas fichas: pierde con Regular.
(defun mi-f-ev (estado)
  (- (get-fichas (estado-tablero estado)
                 (lado-contrario (estado-lado-sgte-jugador estado)) 6)
     (get-fichas (estado-tablero estado) (estado-lado-sgte-jugador estado) 6)))
