;; {{protocol}}

(defun choose (me players coins round)
  ;; {{idea}}
  (declare (ignore coins round))
  (destructuring-bind (points flipped unflipped) (cdr (assoc me players))
    (declare (ignore points flipped))
    (case unflipped
      (0 "2FF")
      (1 "F1F")
      (2 "FFN")
      (t "FFF"))))

(defun split (text mark)
  (loop for start = 0 then (1+ end)
        for end = (position mark text :start start)
        collect (subseq text start end)
        while end))

(defun numbers (text)
  (mapcar #'parse-integer (split text #\_)))

;; {{question}}
(destructuring-bind (round me coins . others) (split (car (last sb-ext:*posix-argv*)) #\;)
  (format t "~a~%" (choose (parse-integer me) (mapcar #'numbers others)
                           (parse-integer coins) (parse-integer round))))
