; Fingida222
; Rota

;; Compila, pero falla al jugar: la lista no es tan larga.
(defun mi-f-ev (estado)
  (+ 1 (nth 9 (list-lado estado (estado-lado-sgte-jugador estado)))))
