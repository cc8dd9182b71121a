// {{protocol}}

package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func choose(choices string) string {
	// {{idea}}
	best := "A"
	for _, letter := range []string{"B", "C"} {
		if strings.Count(choices, letter) < strings.Count(choices, best) {
			best = letter
		}
	}
	return best
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	// {{farewell}}
	for lines.Scan() && lines.Text() != "fin" {
		// {{question}}
		words := strings.Fields(lines.Text())
		// {{flush}}
		fmt.Println(choose(words[4]))
	}
}
