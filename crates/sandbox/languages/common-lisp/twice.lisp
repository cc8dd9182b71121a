(let ((line (read-line)))
  (format t "~a~a~{~a~}~%" line line (rest *posix-argv*)))
