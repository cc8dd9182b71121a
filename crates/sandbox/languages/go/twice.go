package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	line = strings.TrimSpace(line)
	// From one thread to another.
	words := make(chan string)
	go func() { words <- line + line + strings.Join(os.Args[1:], "") }()
	fmt.Println(<-words)
}
