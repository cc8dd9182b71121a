; Inventada1
(defun mi-f-ev (estado) 0)
