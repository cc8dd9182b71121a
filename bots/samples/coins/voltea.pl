# Flips what it has unflipped, and takes coins with what is left of its turn.
# run: perl voltea.pl POSITION
use strict;
use warnings;

my (undef, $me, undef, @players) = split /;/, $ARGV[0];
my ($own) = grep { (split /_/)[0] == $me } @players;
my $unflipped = (split /_/, $own)[3];
my $flips = $unflipped < 3 ? $unflipped : 3;
print "F" x $flips, "1" x (3 - $flips), "\n";
