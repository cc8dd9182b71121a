;;; Compiling a player: his file is read as data first, and refused before anything of it is run.

(in-package :certamen-host)

(defparameter *most-octets* (ash 1 20) "The largest file that is read.")

(define-condition refused (error)
  ((reason :initarg :reason :reader reason))
  (:report (lambda (condition stream) (write-string (reason condition) stream))))

(defun refuse (control &rest arguments)
  (error 'refused :reason (apply #'format nil control arguments)))

(defun octets-of (path)
  (with-open-file (stream path :element-type '(unsigned-byte 8))
    (let ((octets (make-array (file-length stream) :element-type '(unsigned-byte 8))))
      (when (> (length octets) *most-octets*)
        (refuse "the file has more than ~D octets" *most-octets*))
      (read-sequence octets stream)
      octets)))

(defun text-of (octets)
  "The text in UTF-8, or else in Latin-1: files of years when that was usual are read, too."
  (handler-case (sb-ext:octets-to-string octets :external-format '(:utf-8 :replacement nil))
    (error () (sb-ext:octets-to-string octets :external-format :latin-1))))

(defun foreign-symbol-in (form package)
  "A symbol in FORM of a package that is no player's business, if there is one."
  (let ((known (mapcar #'find-package (list package :mancala8 :common-lisp :keyword)))
        (seen (make-hash-table :test 'eq)))
    (labels ((look (part)
               (cond ((and (symbolp part) (symbol-package part))
                      (unless (member (symbol-package part) known)
                        ;; What the reader itself makes of a backquote is its own.
                        (unless (member (package-name (symbol-package part)) '("SB-IMPL" "SB-INT")
                                        :test #'string=)
                          (return-from foreign-symbol-in part))))
                     ((and (consp part) (not (gethash part seen)))
                      (setf (gethash part seen) t)
                      (look (car part))
                      (look (cdr part))))))
      (look form)
      nil)))

(defun forms-of (text package)
  "The forms of a player's text, read without evaluation, and where each of them ends in it."
  (with-input-from-string (stream text)
    (let ((*package* (find-package package))
          (*read-eval* nil))
      (handler-case
          (loop for form = (read-preserving-whitespace stream nil stream)
                until (eq form stream)
                collect form into forms
                collect (file-position stream) into ends
                finally (return (values forms ends)))
        (end-of-file () (refuse "a form is not closed: a parenthesis is missing"))
        (error (condition) (refuse "it cannot be read: ~A" condition))))))

(defun check-form (form)
  "Only definitions of the player's own functions are taken."
  (unless (and (consp form) (eq (first form) 'defun) (consp (cdr form)) (symbolp (second form)))
    (refuse "only (defun ...) may stand at the top, not ~A" (shortly form)))
  (let ((name (second form)))
    (unless (eq (symbol-package name) (find-package :jugador))
      (refuse "~A is not the player's to redefine" name)))
  (let ((foreign (foreign-symbol-in form :jugador)))
    (when foreign
      (refuse "~A: ~A is out of reach" (second form) (full-name foreign)))))

(defun shortly (form)
  (let ((*print-length* 4) (*print-level* 2) (*print-pretty* nil) (*print-circle* t))
    (let ((text (princ-to-string form)))
      (subseq text 0 (min 60 (length text))))))

(defun full-name (symbol)
  (format nil "~A:~A" (package-name (symbol-package symbol)) (symbol-name symbol)))

(defun evaluation-of (forms packaged)
  "The name of the evaluation function: HEURISTICA of a package, else the first that is called
mi-f-ev…"
  (or (and packaged
           (or (find "HEURISTICA" (mapcar #'second forms) :test #'string=)
               (refuse "no function is called heuristica")))
      (loop for (nil name) in forms
            when (eql 0 (search "MI-F-EV" (symbol-name name) :test #'char-equal))
              return name)
      (refuse "no function has a name that begins with mi-f-ev")))

;;; Players of later years are packages: `(defpackage …)', `(in-package …)', `(defvar *alias* …)'. Here
;;; each player is alone in a package that is made for him, so these forms are read and left out.

(defun headed-p (form heads)
  (and (consp form) (symbolp (first form)) (member (first form) heads :test #'string=)))

(defun package-form-p (form)
  (headed-p form '("DEFPACKAGE")))

(defun check-package (form)
  "A package may use Lisp and the game, and export names."
  (unless (and (proper-p form) (every #'package-option-p (cddr form)))
    (refuse "a package may only use common-lisp and mancala and export names: ~A" (shortly form))))

(defun proper-p (list)
  (and (consp list) (null (cdr (last list)))))

(defun package-option-p (option)
  (and (proper-p option)
       (every (lambda (name) (typep name '(or string symbol))) (rest option))
       (or (eq (first option) :export)
           (and (eq (first option) :use)
                (subsetp (mapcar #'string (rest option))
                         '("COMMON-LISP" "CL" "MANCALA" "MANCALA8")
                         :test #'string=)))))

(defun around-functions-p (form)
  "Whether a form of a package is none of its functions, but what makes it a package."
  (cond ((package-form-p form) (check-package form) t)
        ((headed-p form '("IN-PACKAGE")) t)
        ((headed-p form '("DEFVAR" "DEFPARAMETER"))
         (and (consp (cdr form)) (symbolp (second form)) (string= (second form) "*ALIAS*")))))

(defun unpacked (text)
  "The text of a package with blanks for what makes it one, so that what is said of its lines is true."
  (multiple-value-bind (forms ends) (forms-of text :jugador)
    (let ((text (copy-seq text)))
      (loop for start = 0 then end
            for form in forms
            for end in ends
            when (around-functions-p form)
              do (setf (subseq text start end)
                       (substitute-if #\Space (lambda (letter) (char/= letter #\Newline))
                                      (subseq text start end))))
      text)))

(defun own-max-list-p (forms)
  "Whether a player brings the function along, as those did whose course did not have it."
  (loop for form in forms
          thereis (and (consp form) (eq (first form) 'defun) (consp (cdr form))
                       (eq (second form) 'mancala8:max-list))))

(defun bring-max-list ()
  "Makes the name the player's own."
  (shadow '("MAX-LIST") :jugador))

(defun compile-text (text out package)
  "Compiles the text into a file of the folder OUT; what the compiler says goes to our output."
  (let ((source (merge-pathnames "player.lisp" out)))
    (with-open-file (stream source :direction :output :external-format :utf-8)
      (write-string text stream))
    (multiple-value-bind (fasl warnings failure)
        (let ((*package* (find-package package))
              (*read-eval* nil)
              (*error-output* *standard-output*))
          (compile-file source :output-file (merge-pathnames "player.fasl" out)
                               :external-format :utf-8))
      (declare (ignore warnings))
      (when (or (null fasl) failure)
        (refuse "it does not compile")))
    (delete-file source)))

(defun compile-player (path out)
  "Compiles the file PATH into the folder OUT, or refuses it and says why."
  (let* ((given (text-of (octets-of path)))
         (packaged (package-form-p (first (forms-of given :jugador))))
         (text (if packaged (unpacked given) given))
         (forms (forms-of text :jugador))
         (brings (own-max-list-p forms)))
    (when brings
      (bring-max-list)
      (setf forms (forms-of text :jugador)))
    (mapc #'check-form forms)
    (let ((name (evaluation-of forms packaged)))
      (compile-text text out :jugador)
      (with-open-file (stream (merge-pathnames "player.name" out) :direction :output
                                                                  :external-format :utf-8)
        (format stream "~A~%~A~%~:[-~;max-list~]~%" (symbol-name name) (nature-of forms) brings)))))

(defun compile-search (path out)
  "Likewise, a file that defines a search of its author's: other definitions may stand in it, too."
  (let* ((text (text-of (octets-of path)))
         (forms (forms-of text :busqueda)))
    (dolist (form forms)
      (let ((foreign (foreign-symbol-in form :busqueda)))
        (when foreign
          (refuse "~A is out of reach" (full-name foreign)))))
    (unless (loop for form in forms
                    thereis (and (consp form) (eq (first form) 'defun) (consp (cdr form))
                                 (symbolp (second form))
                                 (string= (second form) "MINIMAX-A-B")))
      (refuse "no function is named minimax-a-b"))
    (compile-text text out :busqueda)))
