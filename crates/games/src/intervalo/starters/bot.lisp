;; {{protocol}}

(defun choose (squares)
  ;; {{idea}}
  (let ((middle (/ (1+ (length squares)) 2)) (best nil))
    (loop for square across squares
          for number from 1
          when (and (char= square #\.)
                    (or (null best) (< (abs (- number middle)) (abs (- best middle)))))
            do (setf best number))
    best))

;; {{question}}
(format t "~d~%" (choose (car (last sb-ext:*posix-argv*))))
