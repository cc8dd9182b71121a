;; {{protocol}}

(defun neighbours (board row column)
  (loop for (down right) in '((-1 0) (1 0) (0 -1) (0 1))
        for r = (+ row down)
        for c = (+ column right)
        when (and (< -1 r (length board)) (< -1 c (length board)))
          collect (char (nth r board) c)))

(defun choose (board me)
  (let ((rival (if (char= me #\1) #\2 #\1)) (best nil) (most 0))
    (dotimes (row (length board) best)
      (dotimes (column (length board))
        (let ((around (neighbours board row column)))
          ;; {{legal}}
          (when (and (char= (char (nth row board) column) #\0) (member #\0 around))
            ;; {{idea}}
            (let ((value (+ (* 2 (count rival around)) (count #\0 around))))
              (when (> value most)
                (setf most value
                      best (list (1+ row) (1+ column)))))))))))

;; {{question}}
(let* ((first-row (read-line))
       (board (cons first-row (loop repeat (1- (length first-row)) collect (read-line))))
       (last-line (string-right-trim " " (read-line)))
       (point (choose board (char last-line (1- (length last-line))))))
  (format t "~:[pass~;~{~d ~d~}~]~%" point point))
