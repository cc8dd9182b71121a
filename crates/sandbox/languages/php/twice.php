<?php
$line = rtrim(fgets(STDIN));
echo $line, $line, $argv[1] ?? "", "\n";
