;;; The packages: the course's library, the host around it, and the one of the player.

(defpackage :mancala8
  (:use :common-lisp)
  (:export #:max-list #:cuenta-fichas #:get-fichas #:list-lado #:posiciones-con-fichas-lado #:suma-fila
           #:lado-contrario #:*long-fila*
           #:estado #:estado-p #:estado-tablero #:estado-lado-sgte-jugador
           #:estado-debe-pasar-turno #:estado-accion
           #:juego-terminado-p #:acciones-posibles #:ejecuta-accion #:generar-sucesores #:r
           #:get-pts #:get-tot
           #:*tablero-aux* #:reset-tablero-aux #:put-tablero-aux))

(defpackage :certamen-host
  (:use :common-lisp))

;; A process is one player's: whoever else plays has the same package in another process.
(defpackage :jugador
  (:use :common-lisp :mancala8))

;; A search that somebody wrote, beside the player whose evaluation it uses.
(defpackage :busqueda
  (:use :common-lisp :mancala8))
