;; {{protocol}}

(defun choose (choices)
  ;; {{idea}}
  (let ((best #\A))
    (dolist (letter '(#\B #\C) best)
      (when (< (count letter choices) (count best choices))
        (setf best letter)))))

;; {{farewell}}
(loop for line = (read-line *standard-input* nil "fin")
      until (string= line "fin")
      ;; {{question}}
      do (format t "~a~%" (choose (subseq line (1+ (position #\Space line :from-end t)))))
         ;; {{flush}}
         (finish-output))
