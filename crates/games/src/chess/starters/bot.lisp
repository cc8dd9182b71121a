;; {{protocol}}

(defun words (line)
  (loop with start = 0
        for end = (position #\Space line :start start)
        for word = (string-trim '(#\Return) (subseq line start end))
        unless (string= word "") collect word
        while end
        do (setf start (1+ end))))

(defun pieces (fen)
  (let ((found (make-hash-table :test #'equal)) (file 0) (row 8))
    (loop for letter across (first (words fen))
          do (cond ((char= letter #\/) (setf file 0) (decf row))
                   ((digit-char-p letter) (incf file (digit-char-p letter)))
                   (t (setf (gethash (format nil "~a~a" (char "abcdefgh" file) row) found) letter)
                      (incf file))))
    found))

(defun worth (piece)
  (ecase (char-downcase piece) (#\p 1) ((#\n #\b) 3) (#\r 5) (#\q 9) (#\k 0)))

(defun choose (fen moves)
  (let ((there (pieces fen)) (best nil) (most -1))
    ;; {{idea}}
    (dolist (move moves best)
      (let* ((taken (gethash (subseq move 2 4) there))
             (value (+ (if taken (worth taken) 0)
                       (if (char= (char move (1- (length move))) #\q) 8 0))))
        (when (>= value most)
          (setf best move most value))))))

;; {{farewell}}
(loop for fen = (read-line *standard-input* nil "fin")
      until (string= fen "fin")
      ;; {{question}}
      do (format t "~a~%" (choose fen (words (read-line))))
         ;; {{flush}}
         (finish-output))
