// {{protocol}}

package main

import (
	"fmt"
	"os"
)

func choose(squares string) int {
	// {{idea}}
	best, least := 0, 2*len(squares)
	for index, square := range squares {
		distance := 2*index + 1 - len(squares)
		if distance < 0 {
			distance = -distance
		}
		if square == '.' && distance < least {
			best, least = index+1, distance
		}
	}
	return best
}

func main() {
	// {{question}}
	fmt.Println(choose(os.Args[1]))
}
