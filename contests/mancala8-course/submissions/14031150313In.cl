; Inventada3
; Hormiga

(defun mi-f-ev (estado)
  (let ((total 0)
        (lado (estado-lado-sgte-jugador estado)))
    (dotimes (hoyo 7)
      (setq total (+ total (get-fichas (estado-tablero estado) lado hoyo))))
    total))
