;;; The supplied search, as the course has it: for analyses, where only what it costs in Lisp counts.
;;; Matches are searched by the referee.

(in-package :certamen-host)

(defconstant +worst+ -99999 "A move worth this or less is never chosen.")

(declaim (type fixnum *evaluations*))
(sb-ext:defglobal *evaluations* 0 "How often the evaluation was called in a search.")

(defun counted (evaluation)
  "The evaluation, and whoever calls it is counted. What it expands itself is no node."
  (declare (type function evaluation))
  (lambda (estado)
    (let ((nodes mancala8::*nodos*))
      (incf *evaluations*)
      (multiple-value-prog1 (funcall evaluation estado)
        (setf mancala8::*nodos* nodes)))))

(defun minimax (estado profundidad-max f-evaluacion)
  "The state that the side to move chooses, or NIL."
  (declare (type fixnum profundidad-max))
  (let ((mejor nil) (maximo +worst+))
    (declare (type real maximo))
    (when (plusp profundidad-max)
      (dolist (sucesor (mancala8:generar-sucesores estado) mejor)
        (let ((valor (- (the real (negamax sucesor (1- profundidad-max) f-evaluacion)))))
          (when (> valor maximo)
            (setf maximo valor mejor sucesor)))))))

(defun negamax (estado profundidad f-evaluacion)
  (declare (type fixnum profundidad) (type function f-evaluacion))
  (let ((sucesores (and (plusp profundidad) (mancala8:generar-sucesores estado))))
    (if (null sucesores)
        (funcall f-evaluacion estado)
        (let ((maximo +worst+))
          (declare (type real maximo))
          (dolist (sucesor sucesores maximo)
            (let ((valor (- (the real (negamax sucesor (1- profundidad) f-evaluacion)))))
              (when (> valor maximo)
                (setf maximo valor))))))))

(defun minimax-a-b (estado profundidad-max f-evaluacion orden)
  "The same state, with fewer evaluations. ORDEN puts the successors of a state in order."
  (declare (type fixnum profundidad-max) (type function orden))
  (let ((mejor nil) (maximo +worst+))
    (declare (type real maximo))
    (when (plusp profundidad-max)
      (dolist (sucesor (funcall orden (mancala8:generar-sucesores estado)) mejor)
        ;; Of equal moves the lowest hole is chosen, though it may be tried late.
        (let* ((antes (and mejor (< (hole-of sucesor) (hole-of mejor))))
               (suelo (if antes (- maximo 1/1000) maximo))
               (valor (- (the real (negamax-a-b sucesor (1- profundidad-max) f-evaluacion orden
                                                nil (- suelo))))))
          (when (or (> valor maximo) (and antes (= valor maximo)))
            (setf maximo valor mejor sucesor)))))))

(defun negamax-a-b (estado profundidad f-evaluacion orden alfa beta)
  "The value of a state if it lies above ALFA, which is NIL if it has no bound, and below BETA."
  (declare (type fixnum profundidad) (type function f-evaluacion orden) (type real beta)
           (type (or null real) alfa))
  (let ((sucesores (and (plusp profundidad) (mancala8:generar-sucesores estado))))
    (if (null sucesores)
        (funcall f-evaluacion estado)
        (let ((maximo +worst+))
          (declare (type real maximo))
          (dolist (sucesor (funcall orden sucesores) maximo)
            (let ((valor (- (the real (negamax-a-b sucesor (1- profundidad) f-evaluacion orden
                                                   (- beta) (- (if alfa (max alfa maximo)
                                                                   maximo)))))))
              (when (> valor maximo)
                (setf maximo valor))
              (when (>= maximo beta)
                (return maximo))))))))

(defun hole-of (estado)
  (or (second (mancala8:estado-accion estado)) 0))

(defun lead-after (estado)
  "By how much who moves next is ahead."
  (let ((tablero (mancala8:estado-tablero estado))
        (lado (mancala8:estado-lado-sgte-jugador estado)))
    (- (the fixnum (mancala8:suma-fila tablero lado))
       (the fixnum (mancala8:suma-fila tablero (- 1 (the bit lado)))))))

(defun search-of (letter)
  "The search that is meant by a letter of the referee's: a function of three arguments."
  (flet ((ordered (orden)
           (lambda (estado profundidad f) (minimax-a-b estado profundidad f orden))))
    (ecase (code-char letter)
      (#\m #'minimax)
      (#\a (ordered #'identity))
      (#\d (ordered #'reverse))
      (#\g (ordered (lambda (sucesores) (stable-sort (copy-list sucesores) #'<
                                                     :key #'lead-after))))
      (#\p (fdefinition (find-symbol "MINIMAX-A-B" :busqueda))))))

(defun nanoseconds ()
  "The monotonic clock."
  (multiple-value-bind (seconds rest) (sb-unix::clock-gettime 1)
    (declare (type (unsigned-byte 32) seconds rest))
    (the fixnum (+ (* seconds 1000000000) rest))))

(defun answer-search (start)
  "Searches the position of a line: the letter of a search, two digits of depth, a leaf."
  (declare (type (integer 0 #.(ash 1 16)) start))
  (let* ((search (search-of (aref *heard* start)))
         (depth (number-at (+ start 1) 2))
         (place (+ start 3)))
    (declare (type function search))
    (multiple-value-bind (kind detail)
        (watched
          (show-scoreboard place)
          (show-leaf (+ place 32))
          (setf *evaluations* 0 mancala8::*nodos* 1)
          (let* ((evaluation (counted *evaluation*))
                 (began (nanoseconds))
                 (chosen (funcall search *state* depth evaluation))
                 (took (- (nanoseconds) began)))
            (put-octet 115)
            (check-leaf (+ place 32))
            (unless (or (null chosen) (mancala8:estado-p chosen))
              (verdict "number" (format nil "~A is no state" (shortly chosen))))
            (dolist (number (list (if chosen (hole-of chosen) -1) mancala8::*nodos*
                                  *evaluations* took))
              (put-octet 32)
              (put-integer number)))
          nil)
      (finish-answer kind detail))))
