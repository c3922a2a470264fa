// Package peak tells how much memory a process had that has ended.
package peak
