// {{protocol}}

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// How many of the neighbours of a point are of this kind.
func neighbours(board []string, row, column int, kind byte) int {
	count := 0
	for _, step := range [][]int{[]int{-1, 0}, []int{1, 0}, []int{0, -1}, []int{0, 1}} {
		r, c := row+step[0], column+step[1]
		if r >= 0 && r < len(board) && c >= 0 && c < len(board) && board[r][c] == kind {
			count++
		}
	}
	return count
}

func choose(board []string, me string) string {
	rival := byte('1')
	if me == "1" {
		rival = '2'
	}
	best, most := "pass", 0
	for row := range board {
		for column := range board {
			// {{legal}}
			if board[row][column] != '0' || neighbours(board, row, column, '0') == 0 {
				continue
			}
			// {{idea}}
			value := 2*neighbours(board, row, column, rival) + neighbours(board, row, column, '0')
			if value > most {
				best, most = fmt.Sprint(row+1, " ", column+1), value
			}
		}
	}
	return best
}

func main() {
	// {{question}}
	input, _ := io.ReadAll(os.Stdin)
	words := strings.Fields(string(input))
	size := len(words) - 3
	fmt.Println(choose(words[:size], words[size+2]))
}
