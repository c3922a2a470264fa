// Command empty does nothing. What it takes is what any Go program takes on
// this machine.
package main

func main() {}
