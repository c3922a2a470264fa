package recall

// isFunctionWord reports whether an English word says nothing about the subject of
// a question: it is dropped if another word is left to search for. Words are
// folded and without apostrophes.
func isFunctionWord(word string) bool {
	switch word {
	case "a", "an", "the", "this", "that", "these", "those", "some", "any", "each", "such", "other",
		"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "you", "your", "yours",
		"he", "him", "his", "she", "her", "hers", "it", "its", "they", "them", "their", "theirs",
		"what", "which", "who", "whom", "whose", "when", "where", "why", "how",
		"am", "is", "are", "was", "were", "be", "been", "being", "im", "ive", "whats", "thats",
		"do", "does", "did", "doing", "done", "dont", "doesnt", "didnt",
		"have", "has", "had", "having", "can", "could", "will", "would", "shall", "should",
		"may", "might", "must", "cant", "wont", "wouldnt",
		"and", "or", "but", "nor", "if", "then", "than", "so", "as", "because", "while",
		"of", "at", "by", "for", "with", "about", "to", "from", "in", "on", "into", "onto", "out",
		"up", "down", "over", "under", "between", "through", "during", "before", "after", "since",
		"until", "per", "via", "there", "here", "not", "no", "also", "just", "very", "too",
		"tell", "please", "many", "much", "ever", "both", "like", "likely":
		return true
	}
	return false
}
