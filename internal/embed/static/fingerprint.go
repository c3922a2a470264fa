package static

// Fingerprint names the table: its teacher, its dimensions and the first digits of
// its SHA-256. Vectors of another table are never compared with its vectors.
const Fingerprint = "static-minilm-l6-v2-128-c5abbf28855e"
