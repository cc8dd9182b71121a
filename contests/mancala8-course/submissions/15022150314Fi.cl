; Fingida222
(defun mi-f-ev (estado)
  #.(+ 1 2))
