;; {{protocol}}

(defun choose (holes kalaha rival-holes rival-kalaha slots)
  ;; {{idea}}
  (declare (ignore kalaha rival-holes rival-kalaha slots))
  (or (loop for hole from 5 downto 0
            when (= (nth hole holes) (- 6 hole)) return hole)
      (position (reduce #'max holes) holes)))

(defun numbers (line)
  (let ((place 0) (number nil))
    (loop do (setf (values number place)
                   (parse-integer line :start place :junk-allowed t))
          while number collect number)))

;; {{farewell}}
(loop for line = (read-line *standard-input* nil "fin")
      until (string= line "fin")
      ;; {{question}}
      do (let ((all (numbers line)))
           (format t "R ~d~%" (choose (subseq all 0 6) (nth 6 all) (subseq all 7 13)
                                      (nth 13 all) (nth 14 all))))
         ;; {{flush}}
         (finish-output))
