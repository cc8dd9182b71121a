; Inventada3
(defun mi-f-ev (estado) 0)
