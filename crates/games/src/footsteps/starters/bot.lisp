;; {{protocol}}

(defun choose (points rival-points steps)
  ;; {{idea}}
  (declare (ignore rival-points))
  (if (zerop points) 0 (max 1 (floor points steps))))

;; {{options}}
(defun option (name usual)
  (let* ((options (or (sb-ext:posix-getenv "CERTAMEN_OPTIONS") ""))
         (key (format nil "\"~a\":" name))
         (place (search key options)))
    (if place
        (parse-integer options :start (+ place (length key)) :junk-allowed t)
        usual)))

;; {{steps}}
(let* ((points (option "points" 50))
       (rival-points points)
       (steps (floor (option "squares" 7) 2)))
  (loop
    (let ((bid (choose points rival-points steps)))
      (format t "~d~%" bid)
      ;; {{flush}}
      (finish-output)
      ;; {{farewell}}
      (let ((line (read-line *standard-input* nil "fin")))
        (when (string= line "fin") (return))
        (let ((rival-bid (parse-integer line)))
          (decf points bid)
          (decf rival-points rival-bid)
          (cond ((> bid rival-bid) (decf steps))
                ((< bid rival-bid) (incf steps))))))))
