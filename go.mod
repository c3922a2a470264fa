module github.com/agmem/agmem

go 1.26.8
