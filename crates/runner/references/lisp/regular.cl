;;; Regular: "una simple estimación del estado a base de calcular las fichas que puede capturar".

(defun mi-f-ev (estado)
  (let ((lado (estado-lado-sgte-jugador estado)))
    (- (puntos estado lado)
       (puntos estado (lado-contrario lado)))))

(defun puntos (estado lado)
  (+ (cuenta-fichas (estado-tablero estado) lado 0)
     (get-fichas (estado-tablero estado) lado 6)))
