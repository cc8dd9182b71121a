; Fingida019
(defun mi-f-ev (estado) (expande estado 4))
(defun expande (estado niveles)
  (if (or (= niveles 0) (juego-terminado-p estado))
      (cuenta-fichas (estado-tablero estado) (estado-lado-sgte-jugador estado) 0)
      (- (reduce #'max (mapcar (lambda (sucesor) (expande sucesor (- niveles 1)))
                               (generar-sucesores estado))))))
