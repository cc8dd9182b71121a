; Inventada1
; Redefine

(defun mi-f-ev (estado)
  (get-fichas (estado-tablero estado) (estado-lado-sgte-jugador estado) 6))

(defun get-fichas (tablero lado posicion)
  (aref tablero lado posicion))
