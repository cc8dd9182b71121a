;;; Makes the core: loads everything that stands beside this file, and saves what is then there.

(defparameter cl-user::*files*
  '("paquetes" "tablero" "estado" "marcador" "pure" "compile" "wire" "evaluate"
    "search" "main"))

(let ((folder (directory-namestring *load-truename*))
      (out (concatenate 'string (string-right-trim "/" (first (last sb-ext:*posix-argv*))) "/")))
  (setf *compile-verbose* nil *compile-print* nil)
  (declaim (sb-ext:muffle-conditions sb-ext:compiler-note))
  (dolist (file cl-user::*files*)
    (let ((fasl (concatenate 'string out file ".fasl")))
      (multiple-value-bind (made warnings failed)
          (compile-file (concatenate 'string folder file ".lisp") :output-file fasl)
        (declare (ignore warnings))
        (when (or failed (not made))
          (sb-ext:exit :code 1)))
      (load fasl)
      (delete-file fasl)))
  (proclaim '(optimize (speed 1) (safety 1) (debug 1)))
  (sb-ext:restrict-compiler-policy 'safety 1)
  ;; Whoever starts from this core has one thread: there is nothing to be finalized beside it.
  (sb-ext:without-package-locks
    (setf (fdefinition 'sb-impl::finalizer-thread-start) (constantly nil)))
  (ensure-directories-exist (concatenate 'string out "bin/"))
  (sb-ext:save-lisp-and-die (concatenate 'string out "bin/course")
                            :executable t
                            :toplevel (intern "MAIN" "CERTAMEN-HOST")))
