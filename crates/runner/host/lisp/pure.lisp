;;; Which players can keep nothing from one match to the next, and which not even from one question
;;; to the next, seen from the symbols that they use.
;;;
;;; What is not known to be harmless is taken for harmful: it only costs time.

(in-package :certamen-host)

(defparameter *harmless*
  '(;; How a function is written.
    defun lambda function quote declare type ignore ignorable optimize speed safety debug space the
    fixnum integer float number real rational single-float double-float list cons symbol array
    simple-array boolean t nil &optional &rest &key &aux
    ;; What is done when.
    let let* flet labels if when unless cond case ecase typecase otherwise and or not progn prog1
    prog2 block return return-from values multiple-value-bind destructuring-bind dotimes dolist do
    do* loop error
    ;; Numbers.
    + - * / 1+ 1- = /= < > <= >= max min abs mod rem floor ceiling round truncate sqrt isqrt expt
    exp log sin cos signum gcd lcm random evenp oddp zerop plusp minusp numberp integerp floatp
    logand logior logxor ash
    ;; Lists, sequences and arrays, none of which changes what it is given.
    car cdr caar cadr cdar cddr caaar caddr cdddr cadddr first second third fourth fifth sixth
    seventh eighth ninth tenth rest nth nthcdr last butlast list* append length list-length reverse
    mapcar mapc maplist reduce apply funcall remove remove-if remove-if-not remove-duplicates find
    find-if find-if-not position position-if position-if-not count count-if count-if-not some every
    notany notevery member member-if assoc null consp listp atom symbolp eq eql equal equalp
    identity copy-list subseq elt aref row-major-aref svref array-dimension array-dimensions
    make-list getf constantly complement union intersection set-difference subsetp)
  "What leaves nothing behind.")

(defun harmless-p (symbol)
  (let ((package (symbol-package symbol)))
    (cond ((or (null package) (eq package (find-package :keyword))) t)
          ((eq package (find-package :jugador))
           ;; The one word of a loop that joins lists by changing them.
           (string/= symbol "NCONCING"))
          ;; Everything of the course's own that players know is set anew with each match.
          ((eq package (find-package :mancala8))
           (eq :external (nth-value 1 (find-symbol (symbol-name symbol) package))))
          (t (member symbol *harmless*)))))

(defun pure-p (form)
  "Whether all symbols in FORM are harmless, and all else is numbers, letters and texts."
  (cond ((symbolp form) (harmless-p form))
        ((consp form) (and (pure-p (car form)) (pure-p (cdr form))))
        (t (typep form '(or number character string)))))

(defparameter *remembering*
  '(random mancala8:*tablero-aux* mancala8:reset-tablero-aux mancala8:put-tablero-aux)
  "What makes a value depend on what was asked before.")

(defun remembering-p (form)
  (if (consp form)
      (or (remembering-p (car form)) (remembering-p (cdr form)))
      (member form *remembering*)))

(defun nature-of (forms)
  "`pure' is whoever answers by what is asked alone, `match' whoever forgets with each match."
  (cond ((not (pure-p forms)) "-")
        ((remembering-p forms) "match")
        (t "pure")))
