;;; Asking the player what leaves are worth, and telling what he did instead.

(in-package :certamen-host)

(declaim (optimize speed))

(declaim (type function *evaluation*) (type fixnum *leaf*))
(sb-ext:defglobal *evaluation* #'identity)
(sb-ext:defglobal *leaf* 0 "The leaf of the line that the player is asked about.")

(declaim (type (simple-array t (2 7)) *board*) (type mancala8:estado *state*))
(sb-ext:defglobal *board* (make-array '(2 7) :initial-element 0))
(sb-ext:defglobal *state* (mancala8::nuevo-estado *board* 0 nil nil)
  "What the player is shown: filled anew for each leaf.")

(sb-ext:defglobal *pure* nil "Whether the player can keep nothing from one match to the next.")

(sb-ext:defglobal *failed* nil "Whether the player gave anything else than values in this process.")

(define-condition verdict (error)
  ((kind :initarg :kind :reader kind)
   (detail :initarg :detail :reader detail)))

(defun verdict (kind detail)
  (error 'verdict :kind kind :detail detail))

(declaim (inline digit-at))
(defun digit-at (place)
  (declare (type (integer 0 #.(ash 1 17)) place))
  (let ((octet (aref *heard* place)))
    (logand 15 (if (< octet 58) octet (+ octet 9)))))

(defun number-at (place digits)
  (declare (type (integer 0 #.(ash 1 17)) place) (type (integer 0 8) digits))
  (let ((number 0))
    (declare (type (unsigned-byte 32) number))
    (dotimes (i digits number)
      (setf number (logior (logand #xffffffff (ash number 4)) (digit-at (+ place i)))))))

(declaim (inline cell-at))
(defun cell-at (place cell)
  (declare (type (integer 0 #.(ash 1 17)) place) (type (integer 0 13) cell))
  (let ((place (+ place (* 2 cell))))
    (logior (ash (digit-at place) 4) (digit-at (1+ place)))))

(declaim (type simple-vector *actions*))
(sb-ext:defglobal *actions*
    (coerce (cons nil (loop for hole below 6 collect (list 'mancala8:r hole))) 'simple-vector)
  "The moves that lead to leaves, by their digits.")

(defun action-at (place)
  (declare (type (integer 0 #.(ash 1 17)) place))
  (svref *actions* (min 6 (the (unsigned-byte 4) (digit-at place)))))

(defun action-kept-p (place)
  "Whether the move that led to a leaf is as it was shown."
  (declare (type (integer 0 #.(ash 1 17)) place))
  (let ((digit (digit-at place))
        (action (mancala8:estado-accion *state*)))
    (and (eq action (action-at place))
         (or (null action)
             (and (eq (first action) 'mancala8:r)
                  (consp (rest action))
                  (eql (second action) (1- digit))
                  (null (cddr action)))))))

(defun show-leaf (place)
  "Fills the player's state from the line at PLACE."
  (declare (type (integer 0 #.(ash 1 17)) place))
  (dotimes (cell 14)
    (setf (row-major-aref *board* cell) (cell-at place cell)))
  (setf (mancala8:estado-tablero *state*) *board*
        (mancala8:estado-lado-sgte-jugador *state*) (digit-at (+ place 28))
        (mancala8:estado-debe-pasar-turno *state*) (eql 1 (digit-at (+ place 29)))
        (mancala8:estado-accion *state*) (action-at (+ place 30))))

(defun check-leaf (place)
  "A player may look at the state and must leave it as it is."
  (declare (type (integer 0 #.(ash 1 17)) place))
  (unless (and (eq *board* (mancala8:estado-tablero *state*))
               (dotimes (cell 14 t)
                 (unless (eql (row-major-aref *board* cell) (cell-at place cell))
                   (return nil))))
    (verdict "altered" "the board was altered"))
  (unless (and (eql (mancala8:estado-lado-sgte-jugador *state*) (digit-at (+ place 28)))
               (eq (mancala8:estado-debe-pasar-turno *state*)
                   (eql 1 (digit-at (+ place 29))))
               (action-kept-p (+ place 30)))
    (verdict "altered" "the state was altered")))

(defun show-scoreboard (place)
  (declare (type (integer 0 #.(ash 1 17)) place))
  (dotimes (i 4)
    (setf (row-major-aref mancala8::*marcador* i) (number-at (+ place (* 8 i)) 8))))

(defun check-scoreboard (place)
  (declare (type (integer 0 #.(ash 1 17)) place))
  (unless (and (dotimes (i 4 t)
                 (unless (eql (row-major-aref mancala8::*marcador* i)
                              (number-at (+ place (* 8 i)) 8))
                   (return nil)))
               (eql mancala8:*long-fila* 6))
    (verdict "altered" "the scoreboard or a variable of the game was altered")))

(defun put-double (value)
  (declare (type double-float value))
  (put-octet 35)
  (let ((bits (logior (ash (logand #xffffffff (sb-kernel:double-float-high-bits value)) 32)
                      (sb-kernel:double-float-low-bits value))))
    (declare (type (unsigned-byte 64) bits))
    (loop for shift from 60 downto 0 by 4
          do (let ((digit (logand 15 (ash bits (- shift)))))
               (put-octet (if (< digit 10) (+ 48 digit) (+ 87 digit)))))))

(defun put-value (value)
  (put-octet 32)
  (typecase value
    ((integer #.(- (ash 1 53)) #.(ash 1 53)) (put-integer value))
    (real (put-double (as-double value)))
    (t (verdict "number" (format nil "~A is no real number" (shortly value))))))

(defun as-double (value)
  (declare (type real value))
  (handler-case
      (let ((double (coerce value 'double-float)))
        (if (or (sb-ext:float-infinity-p double) (sb-ext:float-nan-p double))
            (verdict "number" "the value is not finite")
            double))
    (arithmetic-error () (verdict "number" "the value is too large"))))

(defun value-leaves (start end)
  "Puts the values of the leaves of a line."
  (declare (type (integer 0 #.(ash 1 17)) start end))
  (show-scoreboard start)
  (setf *leaf* 0)
  (loop for place of-type (integer 0 #.(ash 1 17)) from (+ start 32) to (- end 31) by 31
        do (show-leaf place)
           (let ((value (funcall *evaluation* *state*)))
             (check-leaf place)
             (put-value value))
           (setf *leaf* (1+ *leaf*)))
  (check-scoreboard start))

(defun told (condition)
  "The words of a condition, in one line."
  (let* ((*print-pretty* nil)
         (text (handler-case (format nil "~(~A~): ~A" (type-of condition) condition)
                 (serious-condition () "an error that cannot be told"))))
    (substitute #\Space #\Newline (subseq text 0 (min 300 (length text))))))

(defmacro watched (&body body)
  "What BODY gives, or the kind and the words of what the player did instead."
  `(handler-case (progn ,@body)
     (verdict (condition) (values (kind condition) (detail condition)))
     (sb-ext:package-lock-violation (condition) (values "altered" (told condition)))
     (sb-kernel::heap-exhausted-error () (values "heap" "the heap is exhausted"))
     (storage-condition () (values "depth" "the stack is exhausted: too deep a recursion"))
     (serious-condition (condition) (values "error" (told condition)))))

(defun warm (start end)
  "Values leaves in vain: what an answer needs is then at hand, and nobody is charged for fetching
it. Whoever might remember being asked is not: the host's own counting touches the same places."
  (let ((evaluation *evaluation*))
    (unless *pure*
      (setf *evaluation* #'count-points))
    (unwind-protect (watched (value-leaves start end))
      (setf *evaluation* evaluation)))
  (setf *length* 0)
  (put-text "warm")
  (send-line))

(defun count-points (state)
  (let ((board (mancala8:estado-tablero state)))
    (- (the fixnum (mancala8:suma-fila board 0)) (the fixnum (mancala8:suma-fila board 1)))))

(defun answer-values (start end)
  "One line for one line, whatever the player does."
  (multiple-value-bind (kind detail)
      (watched
        (put-octet 118)
        (value-leaves start end)
        nil)
    (finish-answer kind detail)))

(defun answer-questions (start end)
  "One line for many questions: each has four digits before it, how many leaves it has."
  (declare (type (integer 0 #.(ash 1 17)) start end))
  (multiple-value-bind (kind detail)
      (watched
        (put-octet 118)
        (loop with place of-type (integer 0 #.(ash 1 17)) = start
              while (< place end)
              do (let ((next (min end (+ place 36 (* 31 (the (unsigned-byte 16)
                                                             (number-at place 4)))))))
                   (value-leaves (+ place 4) next)
                   (setf place next)))
        nil)
    (finish-answer kind detail)))

(defun finish-answer (kind detail)
  "Sends the line that was put, or says why there is none."
  (when kind
    (setf *length* 0 *failed* t)
    (put-octet 101)
    (put-octet 32)
    (put-text kind)
    (put-octet 32)
    (put-integer *leaf*)
    (put-octet 32)
    (put-text detail)
    (format *error-output* "~&~A~%" detail))
  (finish-output *standard-output*)
  (finish-output *error-output*)
  (send-line))
