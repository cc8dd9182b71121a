; Inventada1
; Campeón
(defun mi-f-ev (estado) 0)
