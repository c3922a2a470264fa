package recall

import "testing"

// Hits to questions in scripts without blanks are never left out, also where only
// a part of the question is in one.
func TestExpectedOf(t *testing.T) {
	words := ExpectedOf("why did the deploy fail", false)
	if words.Least <= 0 || words.Good <= words.Least {
		t.Errorf("words: %+v", words)
	}
	for _, question := range []string{"数据库迁移", "ESM 兼容性", "マイグレーション", "데이터베이스", "ฐานข้อมูล"} {
		if e := ExpectedOf(question, false); e.Least != 0 || e.Good <= 0 || e.Good >= words.Good {
			t.Errorf("%s: %+v", question, e)
		}
		if e := ExpectedOf(question, true); e.Least != 0 || e.Good != words.Good {
			t.Errorf("%s, compared by its meaning: %+v", question, e)
		}
	}
}
