; {key}
(defun mi-f-ev (estado)
  (loop repeat {rounds} maximize (valor estado (estado-lado-sgte-jugador estado))))
(defun valor (estado lado)
  (- (peso (list-lado estado lado)) (peso (list-lado estado (lado-contrario lado)))
     (* 4 (- (get-fichas (estado-tablero estado) (lado-contrario lado) 6)
             (get-fichas (estado-tablero estado) lado 6)))))
(defun peso (lista) (reduce #'+ (mapcar #'* lista '({weights}))))
