;;; The scoreboard of the real match, and the board that a player may use as he likes.

(in-package :mancala8)

(declaim (type (simple-array t (2 2)) *marcador*))
(sb-ext:defglobal *marcador* (make-array '(2 2) :initial-element 0)
  "Row 0: the points of both sides at the root of the search; row 1: their accumulators.")

(defun get-pts (i)
  (aref *marcador* 0 i))

(defun get-tot (i)
  (aref *marcador* 1 i))

(defvar *tablero-aux* nil
  "NIL at the start of every match, until `reset-tablero-aux' is called.")

(defun reset-tablero-aux (&optional (x 0))
  "Fills all cells with X; the old engine filled twelve of the fourteen, which is not copied."
  (unless *tablero-aux*
    (setf *tablero-aux* (make-array '(2 7))))
  (dotimes (i 14 *tablero-aux*)
    (setf (row-major-aref *tablero-aux* i) x)))

(defun put-tablero-aux (i j k)
  (setf (aref *tablero-aux* i j) k))
