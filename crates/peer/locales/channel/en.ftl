silent = no answer in time
closed = the other side has closed the connection
broken = the connection is broken
long_line = a line is longer than { $max } bytes
too_much = more than { $max } bytes arrived
# $expected, $found
other_key = another key: expected { $expected }, found { $found }
other_protocol = the other side does not speak certamen-peer/1
tls = TLS: { $what }
network = { $error }
