tokens_in = tokens in
tokens_out = tokens out
cost = cost
voids = voids
# $input, $output, $cost, $voids
summary = not run by the host, asked over HTTP; as reported: { $input } tokens in, { $output } tokens out, cost { $cost }; void matches: { $voids }
