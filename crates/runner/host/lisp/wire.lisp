;;; Lines of octets to and from the referee, over descriptors that the player does not see.

(in-package :certamen-host)

(declaim (optimize speed))

(deftype octets () '(simple-array (unsigned-byte 8) (*)))
(defconstant +room+ (ash 1 17) "The longest line, in octets.")

(declaim (type octets *heard* *said*) (type (integer 0 #.(ash 1 17)) *end* *read* *length*))
(sb-ext:defglobal *heard* (make-array +room+ :element-type '(unsigned-byte 8)))
(sb-ext:defglobal *end* 0)
(sb-ext:defglobal *read* 0)
(sb-ext:defglobal *said* (make-array +room+ :element-type '(unsigned-byte 8)))
(sb-ext:defglobal *length* 0)
(declaim (type fixnum *input* *output*))
(sb-ext:defglobal *input* 0)
(sb-ext:defglobal *output* 1)

(defmacro system-call (name &rest arguments)
  `(sb-alien:alien-funcall
    (sb-alien:extern-alien ,name (function sb-alien:int ,@(mapcar (constantly 'sb-alien:int)
                                                                   arguments)))
    ,@arguments))

(defun take-descriptors ()
  "Puts the referee's pipes out of the player's way: what he prints goes to standard error, and
what he reads is empty."
  (setf *input* (system-call "dup" 0)
        *output* (system-call "dup" 1))
  (system-call "dup2" 2 1)
  (let ((nothing (sb-unix:unix-open "/dev/null" sb-unix:o_rdonly 0)))
    (when nothing
      (system-call "dup2" nothing 0)
      (sb-unix:unix-close nothing))))

(defun fill-heard ()
  "Reads more; false at the end of the input."
  (when (= *end* +room+)
    (replace *heard* *heard* :start2 *read* :end2 *end*)
    (setf *end* (- *end* *read*) *read* 0))
  (sb-sys:with-pinned-objects (*heard*)
    (let ((count (sb-unix:unix-read *input*
                                    (sb-sys:sap+ (sb-sys:vector-sap *heard*) *end*)
                                    (- +room+ *end*))))
      (when (and count (plusp (the fixnum count)))
        (setf *end* (+ *end* (the fixnum count)))
        t))))

(defun next-line ()
  "Where the next line starts and ends in what was heard; nothing at the end of the input."
  (when (= *read* *end*)
    (setf *read* 0 *end* 0))
  (let ((searched *read*))
    (declare (type (integer 0 #.(ash 1 17)) searched))
    (loop
      (let ((end (position 10 *heard* :start searched :end *end*)))
        (when end
          (let ((start *read*))
            (setf *read* (1+ end))
            (return (values start end))))
        (let ((offset (- *end* *read*)))
          (unless (fill-heard)
            (return nil))
          (setf searched (+ *read* offset)))))))

(declaim (inline put-octet))
(defun put-octet (octet)
  (declare (type (unsigned-byte 8) octet))
  (when (< *length* +room+)
    (setf (aref *said* *length*) octet)
    (incf *length*)))

(defun put-text (text)
  (declare (type string text))
  (loop for octet across (the octets (sb-ext:string-to-octets text :external-format :utf-8))
        do (put-octet (if (< octet 32) 32 octet))))

(defun put-integer (number)
  (declare (type fixnum number))
  (when (minusp number)
    (put-octet 45))
  (let ((digits (make-array 20 :element-type '(unsigned-byte 8)))
        (count 0)
        (rest (abs number)))
    (declare (dynamic-extent digits) (type (integer 0 20) count)
             (type (unsigned-byte 62) rest))
    (loop
      (multiple-value-bind (quotient digit) (truncate rest 10)
        (setf (aref digits count) (+ 48 digit))
        (incf count)
        (setf rest quotient))
      (when (zerop rest)
        (return)))
    (loop for place of-type fixnum from (1- count) downto 0
          do (put-octet (aref digits place)))))

(defun send-line ()
  "Sends what was put, as one line."
  (put-octet 10)
  (sb-sys:with-pinned-objects (*said*)
    (let ((sent 0))
      (declare (type (integer 0 #.(ash 1 17)) sent))
      (loop while (< sent *length*)
            do (let ((count (sb-unix:unix-write *output* *said* sent (- *length* sent))))
                 (if count
                     (setf sent (+ sent (the fixnum count)))
                     (sb-ext:exit :code 1 :abort t))))))
  (setf *length* 0))
