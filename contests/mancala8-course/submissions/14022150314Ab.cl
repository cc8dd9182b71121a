; AbCd12345
(defun mi-f-ev (estado) 0)
