// {{protocol}}

package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

var worth = map[string]int{"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}

func pieces(fen string) map[string]string {
	found := map[string]string{}
	for row, text := range strings.Split(strings.Fields(fen)[0], "/") {
		file := 0
		for _, letter := range text {
			if letter >= '1' && letter <= '8' {
				file += int(letter - '0')
				continue
			}
			square := fmt.Sprintf("%c%d", 'a'+file, 8-row)
			found[square] = strings.ToLower(string(letter))
			file++
		}
	}
	return found
}

func choose(fen string, moves []string) string {
	there := pieces(fen)
	// {{idea}}
	best, most := "", -1
	for _, move := range moves {
		value := worth[there[move[2:4]]]
		if strings.HasSuffix(move, "q") {
			value += 8
		}
		if value >= most {
			best, most = move, value
		}
	}
	return best
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	// {{farewell}}
	for lines.Scan() && lines.Text() != "fin" {
		// {{question}}
		fen := lines.Text()
		if !lines.Scan() {
			break
		}
		// {{flush}}
		fmt.Println(choose(fen, strings.Fields(lines.Text())))
	}
}
