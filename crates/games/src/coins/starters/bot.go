// {{protocol}}

package main

import (
	"fmt"
	"os"
	"strings"
)

type player struct{ number, points, flipped, unflipped int }

func choose(me int, players map[int]player, coins, round int) string {
	// {{idea}}
	switch players[me].unflipped {
	case 0:
		return "2FF"
	case 1:
		return "F1F"
	case 2:
		return "FFN"
	}
	return "FFF"
}

func main() {
	// {{question}}
	parts := strings.Split(os.Args[1], ";")
	var round, me, coins int
	fmt.Sscan(parts[0], &round)
	fmt.Sscan(parts[1], &me)
	fmt.Sscan(parts[2], &coins)
	players := map[int]player{}
	for _, part := range parts[3:] {
		var p player
		fmt.Sscanf(part, "%d_%d_%d_%d", &p.number, &p.points, &p.flipped, &p.unflipped)
		players[p.number] = p
	}
	fmt.Println(choose(me, players, coins, round))
}
