package main

import "fmt"

func main() {
	var n int
	fmt.Scan(&n)
	for ; n > 0; n-- {
		fmt.Println(1)
	}
}
