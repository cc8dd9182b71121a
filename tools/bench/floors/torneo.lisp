;;; All players of a folder play each other inside one process, without any isolation: the search of
;;; the course, its library, compiled. Prints the seconds it took, those that it computed, and the
;;; points of all first seats.

(defvar *words* (last sb-ext:*posix-argv* 2))
(defparameter *depth* (parse-integer (second *words*)))

(setf *compile-verbose* nil *compile-print* nil)
(declaim (sb-ext:muffle-conditions sb-ext:compiler-note style-warning))
(proclaim '(optimize (speed 1) (safety 1) (debug 1)))

(defun compiled (file)
  (let ((fasl (format nil "~A.fasl" file)))
    (load (or (probe-file fasl) (compile-file file :output-file fasl)))))

(let ((own (first *words*)))
  (dolist (file '("paquetes.lisp" "tablero.lisp" "estado.lisp" "marcador.lisp" "search.lisp"))
    (if (string= file "search.lisp")
        (with-open-file (out (concatenate 'string own "busqueda.lisp") :direction :output
                                                                       :if-exists :supersede)
          ;; The search alone, without what answers the referee.
          (with-open-file (in (concatenate 'string own file))
            (loop for line = (read-line in nil)
                  until (or (null line) (search "(defun minimax-a-b" line))
                  do (write-line line out))))
        (compiled (concatenate 'string own file))))
  (compiled (concatenate 'string own "busqueda.lisp")))

(defun player (file number)
  "The evaluation of a file, compiled in a package of its own."
  (let ((*package* (make-package (format nil "J~D" number) :use '(:common-lisp :mancala8))))
    (compiled file)
    (fdefinition (find-symbol "MI-F-EV" *package*))))

(defparameter *players*
  (loop for file in (sort (directory (concatenate 'string (first *words*) "bots/*.cl"))
                          #'string< :key #'namestring)
        for number from 0
        collect (player (namestring file) number)))

(defun rows (estado)
  (loop for lado below 2 collect (mancala8:cuenta-fichas (mancala8:estado-tablero estado) lado 0)))

(defun points (estado lado)
  (mancala8:suma-fila (mancala8:estado-tablero estado) lado))

(defun show (estado tot)
  (dotimes (lado 2)
    (setf (aref mancala8::*marcador* 0 lado) (points estado lado)
          (aref mancala8::*marcador* 1 lado) (aref tot lado))))

(defun match (first second)
  "The points of the first seat at the end."
  (let ((estado (mancala8::nuevo-estado (make-array '(2 7) :initial-contents
                                                    '((3 3 3 3 3 3 0) (3 3 3 3 3 3 0)))
                                        0 nil nil))
        (windows (vector (make-list 12 :initial-element 18) (make-list 12 :initial-element 18)))
        (tot (vector 0 0))
        (slots 0))
    (loop
      (loop for sum in (rows estado)
            for lado from 0
            do (setf (aref windows lado) (append (rest (aref windows lado)) (list sum))))
      (when (or (mancala8:juego-terminado-p estado)
                (>= slots 60)
                (some (lambda (window) (<= (reduce #'+ window) 12)) windows))
        (return (points estado 0)))
      (incf slots)
      (show estado tot)
      (let* ((lado (mancala8:estado-lado-sgte-jugador estado))
             (next (if (mancala8:estado-debe-pasar-turno estado)
                       (mancala8:ejecuta-accion estado nil)
                       (certamen-host::minimax estado *depth* (if (= lado 0) first second)))))
        (incf (aref tot lado) (max 0 (- (points next lado) (points estado lado))))
        (setf estado next)))))

(compile 'match)
(let ((began (get-internal-real-time)) (computed (get-internal-run-time)) (sum 0))
  (dolist (first *players*)
    (dolist (second *players*)
      (unless (eq first second)
        (incf sum (match first second)))))
  (flet ((seconds (since now)
           (/ (- now since) internal-time-units-per-second 1.0)))
    (format t "~F ~F ~D~%" (seconds began (get-internal-real-time))
            (seconds computed (get-internal-run-time)) sum)))
