// {{protocol}}

package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func choose(points, rivalPoints, steps int) int {
	// {{idea}}
	if points == 0 {
		return 0
	}
	return max(1, points/steps)
}

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

func main() {
	// {{options}}
	options := struct{ Points, Squares int }{50, 7}
	json.Unmarshal([]byte(os.Getenv("CERTAMEN_OPTIONS")), &options)
	points, rivalPoints := options.Points, options.Points
	// {{steps}}
	steps := options.Squares / 2
	for {
		bid := choose(points, rivalPoints, steps)
		// {{flush}}
		fmt.Println(bid)
		// {{farewell}}
		var rivalBid int
		if count, _ := fmt.Scanln(&rivalBid); count == 0 {
			return
		}
		points -= bid
		rivalPoints -= rivalBid
		if bid > rivalBid {
			steps--
		} else if bid < rivalBid {
			steps++
		}
	}
}
