;;; What the saved core does when it is started: compile a player, or be one.

(in-package :certamen-host)

(defun arguments ()
  "What follows the options of the runtime, which takes its own away."
  (rest (or (member "--end-runtime-options" sb-ext:*posix-argv* :test #'string=)
            sb-ext:*posix-argv*)))

(defun folder (path)
  (concatenate 'string (string-right-trim "/" path) "/"))

(defun begin-match (start end)
  "Everything that an earlier match could have left is as at the start."
  (let ((words (map 'string #'code-char (subseq *heard* start end))))
    (setf mancala8:*tablero-aux* nil
          mancala8::*legacy-cuenta-fichas* (char= (char words 2) #\1)
          *random-state* (sb-ext:seed-random-state (parse-integer words :start 4)))))

(defun serve ()
  "Answers line by line until the input ends."
  (loop
    (multiple-value-bind (start end) (next-line)
      (cond ((null start) (return))
            ((= start end))
            ((= (aref *heard* start) 118) (answer-values (1+ start) end))
            ((= (aref *heard* start) 109) (begin-match start end))))))

(defun load-player (out)
  (load (concatenate 'string out "player.fasl"))
  (let ((name (with-open-file (stream (concatenate 'string out "player.name")
                                      :external-format :utf-8)
                (read-line stream))))
    (setf *evaluation* (fdefinition (find-symbol name :jugador)))))

(defun play (out)
  (take-descriptors)
  (load-player out)
  (sb-ext:lock-package :mancala8)
  (sb-ext:lock-package :certamen-host)
  (setf *package* (find-package :jugador)
        *read-eval* nil)
  (put-text "ready")
  (send-line)
  (serve))

(defun main ()
  (sb-ext:disable-debugger)
  (destructuring-bind (task &rest paths) (arguments)
    (handler-case
        (if (string= task "compile")
            (compile-player (first paths) (folder (second paths)))
            (play (folder (first paths))))
      (refused (condition)
        (format t "~A~%" condition)
        (finish-output)
        (sb-ext:exit :code 65 :abort t))))
  (finish-output)
  (sb-ext:exit :code 0 :abort t))
