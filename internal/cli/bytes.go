package cli

import "fmt"

// Bytes writes a size in decimal units, with one decimal from kB on.
func Bytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	size := float64(n)
	for _, unit := range []string{"kB", "MB", "GB"} {
		if size /= 1000; size < 999.95 {
			return fmt.Sprintf("%.1f %s", size, unit)
		}
	}
	return fmt.Sprintf("%.1f TB", size/1000)
}
