# simetria: answers the rival's pieces by mirror squares, so that he gains on neither side.
#
# Where the mirror image of a rival's piece is free, that square would undo its effect on every
# interval that holds both. Of these squares, or of all free ones if there is none, it draws among
# those near the middle of the free ones: there a piece lies between most pairs that are still to
# come. Nobody can foresee which.

use strict;
use warnings;

# So many squares take part in the lottery.
my $DRAWN = 5;

# FNV-1a of the match's seed and the strip, 32 bits: the same turn is the same again.
sub lot {
    my ($text, $bound) = @_;
    my $hash = 2166136261;
    for my $byte (unpack 'C*', $text) {
        $hash = (($hash ^ $byte) * 16777619) & 0xFFFFFFFF;
    }
    # The lowest bits mix badly.
    return ($hash >> 8) % $bound;
}

my $squares = shift // '';
my $length = length $squares;
my @free = grep { substr($squares, $_, 1) eq '.' } 0 .. $length - 1;
die "one argument is wanted: the strip, `.` free, `n` neutral, `p` own, `a` other\n" unless @free;

my @mirrored = grep { substr($squares, $length - 1 - $_, 1) eq 'a' } @free;
my @wanted = @mirrored ? @mirrored : @free;

# The middle of the free squares, not of the strip: that moves where one side fills up.
my $middle = ($free[0] + $free[-1]) / 2;
@wanted = sort { abs($a - $middle) <=> abs($b - $middle) || $a <=> $b } @wanted;
splice @wanted, $DRAWN if @wanted > $DRAWN;

my $seed = $ENV{CERTAMEN_SEED} // 0;
print $wanted[lot("$seed $squares", scalar @wanted)] + 1, "\n";
