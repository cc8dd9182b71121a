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
          mancala8::*legacy-cuenta-fichas* (logbitp 0 (digit-char-p (char words 2)))
          mancala8::*legacy-suma-fila* (logbitp 1 (digit-char-p (char words 2)))
          *random-state* (sb-ext:seed-random-state (parse-integer words :start 4)))))

(defconstant +room-for-a-match+ (ash 1 24) "What may be consed before the collector runs, in octets.")

(declaim (type (unsigned-byte 62) *swept*))
(sb-ext:defglobal *swept* 0 "What had been consed when the heap was swept last.")

(defun sweep ()
  "Collects between matches, so that no player pays for it on his turn."
  (when (> (- (sb-ext:get-bytes-consed) *swept*) (ash +room-for-a-match+ -1))
    (sb-ext:gc)
    (setf *swept* (sb-ext:get-bytes-consed))))

(defun serve ()
  "Answers line by line until the match or the input ends; whether it was the match. Whoever keeps
nothing, and has done nothing wrong so far, goes on with the next match."
  (loop
    (multiple-value-bind (start end) (next-line)
      (cond ((null start) (return nil))
            ((= start end))
            ((= (aref *heard* start) 118) (answer-values (1+ start) end))
            ((= (aref *heard* start) 98) (answer-questions (1+ start) end))
            ((= (aref *heard* start) 115) (answer-search (1+ start)))
            ((member (aref *heard* start) '(97 109)) (begin-match start end))
            ((= (aref *heard* start) 119) (warm (1+ start) end))
            ((/= (aref *heard* start) 102))
            ((and *pure* (not *failed*)) (sweep) (put-text "ready") (send-line))
            (t (return t))))))

(defun load-player (out)
  (with-open-file (stream (concatenate 'string out "player.name") :external-format :utf-8)
    (let ((name (read-line stream)))
      (setf *pure* (string/= (read-line stream) "-"))
      (when (string= (read-line stream) "max-list")
        (bring-max-list))
      (load (concatenate 'string out "player.fasl"))
      (setf *evaluation* (fdefinition (find-symbol name :jugador))))))

(defconstant +orderly+ 42 "The code of a match that ended as it should.")
(defconstant +end+ 43 "The code of one whose input ended.")

(defun end-process (code)
  "Ends this process at once, without anything else of it being run."
  (ignore-errors (finish-output *standard-output*))
  (ignore-errors (finish-output *error-output*))
  (system-call "_exit" code))

(defun play-match ()
  "Plays one match, in a process of its own."
  ;; Who leaves by himself is told from the runtime, which ends with 1 when it has no room left.
  (push (lambda () (end-process 2)) sb-ext:*exit-hooks*)
  (end-process (if (serve) +orderly+ +end+)))

(defun keep ()
  "Keeps the player for match after match. Each is played by a copy of this process, so that nothing
of one is left for the next. Whoever asks ahead is answered by this process itself: the player leaves
nothing."
  (setf (sb-ext:bytes-consed-between-gcs) +room-for-a-match+)
  (system-call "prctl" 4 0 0 0 0)
  (loop
    (multiple-value-bind (start end) (next-line)
      (cond ((null start) (return))
            ((= start end))
            ((= (aref *heard* start) 102) (put-text "ready cold") (send-line))
            ((= (aref *heard* start) 97)
             (begin-match start end)
             (unless (serve)
               (return))
             (setf *failed* nil)
             (put-text "ready cold")
             (send-line))
            ((= (aref *heard* start) 109)
             (begin-match start end)
             (let ((process (fork)))
               (cond ((zerop process) (play-match))
                     ((minusp process) (sb-ext:exit :code 1 :abort t))
                     (t (unless (judge (wait-for process))
                          (return))))))))))

(defconstant +again+ 11 "What the system says when there is no room for a process now.")

(defun fork ()
  "A copy of this process. The copy of the last match, which has just ended, may still be counted by a
kernel that is busy: then there is room in a moment."
  (loop repeat 5000
        do (let ((process (system-call "fork")))
             (unless (and (minusp process) (= (sb-alien:get-errno) +again+))
               (return process)))
           (sb-unix:nanosleep 0 1000000)
        finally (return -1)))

(defun wait-for (process)
  "How the process ended, as the system has it."
  (sb-alien:with-alien ((status sb-alien:int 0))
    (sb-alien:alien-funcall
     (sb-alien:extern-alien "waitpid" (function sb-alien:int sb-alien:int
                                                (* sb-alien:int) sb-alien:int))
     process (sb-alien:addr status) 0)
    status))

(defun judge (status)
  "Tells the referee how a match ended that did not end in order; whether there can be another."
  (let ((signal (logand status 127))
        (code (logand 255 (ash status -8))))
    (flet ((tell (kind words)
             (put-text (format nil "e ~A 0 ~A" kind words))
             (send-line)
             t))
      (cond ((= signal 31) (tell "altered" "it entered the system by a forbidden door"))
            ((plusp signal) (tell "crash" (format nil "it was ended by signal ~D" signal)))
            ((= code +orderly+) (put-text "ready cold") (send-line) t)
            ((= code +end+) nil)
            ;; So does the runtime end when its collector has no room left.
            ((= code 1) (tell "heap" "the heap is exhausted"))
            (t (sb-ext:exit :code code :abort t))))))

(defun play (out &optional search)
  "Keeps the player of the folder OUT, with the search of another one, if there is one."
  (take-descriptors)
  (load-player out)
  (when search
    (load (concatenate 'string search "player.fasl")))
  (sb-ext:lock-package :mancala8)
  (sb-ext:lock-package :certamen-host)
  (setf *package* (find-package :jugador)
        *read-eval* nil)
  (keep))

(defun main ()
  (sb-ext:disable-debugger)
  (destructuring-bind (task &rest paths) (arguments)
    (handler-case
        (cond ((string= task "compile") (compile-player (first paths) (folder (second paths))))
              ((string= task "compile-search")
               (compile-search (first paths) (folder (second paths))))
              (t (apply #'play (mapcar #'folder paths))))
      (refused (condition)
        (format t "~A~%" condition)
        (finish-output)
        (sb-ext:exit :code 65 :abort t))))
  (finish-output)
  (sb-ext:exit :code 0 :abort t))
