package library_test

import (
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/library"
)

var _ library.CardStore = (*cards.Vault)(nil)
