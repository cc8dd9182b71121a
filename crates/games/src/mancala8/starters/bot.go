// {{protocol}}

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func choose(holes []int, kalaha int, rivalHoles []int, rivalKalaha, slots int) int {
	// {{idea}}
	best := 0
	for hole := 5; hole >= 0; hole-- {
		if holes[hole] == 6-hole {
			return hole
		}
		if holes[hole] >= holes[best] {
			best = hole
		}
	}
	return best
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	// {{farewell}}
	for lines.Scan() && lines.Text() != "fin" {
		// {{question}}
		var numbers []int
		for _, word := range strings.Fields(lines.Text()) {
			number, _ := strconv.Atoi(word)
			numbers = append(numbers, number)
		}
		hole := choose(numbers[0:6], numbers[6], numbers[7:13], numbers[13], numbers[14])
		// {{flush}}
		fmt.Println("R", hole)
	}
}
