no_answer = an answer is `row column` or `pass`
no_point = row and column are numbers from 1 to { $size }
taken = there is a stone on { $point }
suicide = a stone on { $point } would have no liberty
