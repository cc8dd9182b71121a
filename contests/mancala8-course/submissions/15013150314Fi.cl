; Fingida111
; Sincerrar

(defun mi-f-ev (estado)
  (get-fichas (estado-tablero estado) 0 6
