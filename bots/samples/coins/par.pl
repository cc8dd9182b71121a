# Takes two coins and flips them.
# run: perl par.pl POSITION
print "2FF\n";
