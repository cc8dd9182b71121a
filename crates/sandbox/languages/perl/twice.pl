use strict;
use warnings;

chomp(my $line = <STDIN>);
print $line, $line, @ARGV, "\n";
