;;; The board: an array of two rows, each six holes and the Kalaha.

(in-package :mancala8)

(declaim (type fixnum *long-fila*))
(defparameter *long-fila* 6
  "The holes of a row. Nothing here depends on it: it is there to be read.")

(defvar *legacy-cuenta-fichas* nil
  "Whether `cuenta-fichas' counts as the old engine did, which was right from hole 0 only.")

(defvar *legacy-suma-fila* nil
  "Whether `suma-fila' takes its third argument as the old engine did: up to that, excluded.")

(deftype tablero () '(simple-array t (2 7)))

(defun lado-contrario (lado)
  (- 1 lado))

(defun get-fichas (tablero lado posicion)
  (aref tablero lado posicion))

(defun cuenta-fichas (tablero lado desde)
  (loop for posicion from desde below 6
        sum (aref tablero lado (if *legacy-cuenta-fichas* (+ posicion desde) posicion))))

(defun max-list (lista)
  "The greatest of a list of numbers; NIL of an empty one."
  (when lista
    (reduce #'max lista)))

(defun suma-fila (tablero lado &optional (desde 0 con-desde) (otro nil con-otro))
  "The seeds from DESDE to the Kalaha, which is counted. With a fourth argument, as the old engine
had it: up to the third, excluded, and from the fourth."
  (cond (con-otro (loop for posicion from otro below desde sum (aref tablero lado posicion)))
        ((and *legacy-suma-fila* con-desde)
         (loop for posicion below desde sum (aref tablero lado posicion)))
        (t (loop for posicion from desde to 6 sum (aref tablero lado posicion)))))

(defun posiciones-con-fichas-lado (tablero lado desde)
  (loop for posicion from desde below 6
        when (plusp (aref tablero lado posicion)) collect posicion))
