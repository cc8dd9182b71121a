; AbCd123456
(defun mi-f-ev (estado) 0)
