<?php
// Flips what it has unflipped, and takes coins with what is left of its turn.
// run: php voltea.php POSITION
$fields = explode(";", $argv[1]);
$unflipped = 0;
foreach (array_slice($fields, 3) as $player) {
    [$id, , , $own] = explode("_", $player);
    if ($id === $fields[1]) {
        $unflipped = (int) $own;
    }
}
$flips = min($unflipped, 3);
echo str_repeat("F", $flips), str_repeat("1", 3 - $flips), "\n";
