;;; A state, and the rules that lead from one to the next.

(in-package :mancala8)

(defstruct (estado (:constructor nuevo-estado (tablero lado-sgte-jugador debe-pasar-turno accion))
                   (:copier nil))
  tablero
  lado-sgte-jugador
  debe-pasar-turno
  accion)

(defun list-lado (estado lado)
  (loop for posicion from 5 downto 0 collect (aref (estado-tablero estado) lado posicion)))

(defun fila-vacia-p (tablero lado)
  (declare (type tablero tablero) (type bit lado))
  (loop for posicion of-type (integer 0 6) below 6
        always (eql 0 (aref tablero lado posicion))))

(defun juego-terminado-p (estado)
  (let ((tablero (estado-tablero estado)))
    (or (fila-vacia-p tablero 0) (fila-vacia-p tablero 1))))

(defun acciones-posibles (estado)
  "The moves (R hole) in ascending order; of a side that must pass, NIL is the only one."
  (if (estado-debe-pasar-turno estado)
      (list nil)
      (loop for hoyo in (posiciones-con-fichas-lado (estado-tablero estado)
                                                    (estado-lado-sgte-jugador estado) 0)
            collect (list 'r hoyo))))

(defun copia-tablero (tablero)
  (declare (type tablero tablero) (optimize speed))
  (let ((copia (make-array '(2 7))))
    (dotimes (i 14 copia)
      (setf (row-major-aref copia i) (row-major-aref tablero i)))))

(defun siembra (tablero lado hoyo)
  "Sows the seeds of a hole; T if the last one fell into the own Kalaha."
  (declare (type tablero tablero) (type bit lado) (type (integer 0 5) hoyo) (optimize speed))
  (let* ((casilla (+ (* 7 lado) hoyo))
         (semillas (row-major-aref tablero casilla)))
    (declare (type (integer 0 13) casilla) (type (unsigned-byte 8) semillas))
    (setf (row-major-aref tablero casilla) 0)
    (loop repeat semillas
          do (setf casilla (if (= casilla 13) 0 (1+ casilla)))
             (setf (row-major-aref tablero casilla)
                   (1+ (the (unsigned-byte 8) (row-major-aref tablero casilla)))))
    (let ((ultima (- casilla (* 7 lado))))
      (cond ((= ultima 6) t)
            ((<= 0 ultima 5) (captura tablero lado ultima) nil)))))

(defun captura (tablero lado ultima)
  "Captures with the last seed if its hole was empty and the facing one is not."
  (declare (type tablero tablero) (type bit lado) (type (integer 0 5) ultima))
  (let* ((contrario (- 1 lado))
         (enfrente (- 5 ultima))
         (botin (aref tablero contrario enfrente)))
    (declare (type (unsigned-byte 8) botin))
    (when (and (eql 1 (aref tablero lado ultima)) (plusp botin))
      (setf (aref tablero contrario enfrente) 0
            (aref tablero lado ultima) 0
            (aref tablero lado 6) (+ 1 botin (the (unsigned-byte 8) (aref tablero lado 6)))))))

(declaim (type fixnum *nodos*))
(sb-ext:defglobal *nodos* 0 "The states that were made, for whoever wants to know.")

(defun ejecuta-accion (estado accion)
  "The state that a move leads to; the one given stays as it is. NIL passes."
  (incf *nodos*)
  (let* ((tablero (copia-tablero (estado-tablero estado)))
         (lado (estado-lado-sgte-jugador estado))
         (hoyo (if (consp accion) (second accion) accion))
         (otra-vez (and hoyo (siembra tablero lado hoyo))))
    (nuevo-estado tablero (lado-contrario lado) otra-vez accion)))

(defun generar-sucesores (estado)
  (unless (juego-terminado-p estado)
    (loop for accion in (acciones-posibles estado)
          collect (ejecuta-accion estado accion))))
