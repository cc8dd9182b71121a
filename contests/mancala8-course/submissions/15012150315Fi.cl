; Fingida111
; Tramposo

;; Altera el tablero que se le muestra: proscrito, con todos los jugadores de la pareja.
(defun mi-f-ev (estado)
  (setf (aref (estado-tablero estado) 0 6) 36)
  0)
