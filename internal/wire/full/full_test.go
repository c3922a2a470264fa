package full

import (
	"reflect"
	"testing"
)

func TestTheFullBuildHasEveryPart(t *testing.T) {
	all := reflect.ValueOf(parts())
	for i := range all.NumField() {
		if all.Field(i).IsNil() {
			t.Errorf("the full build lacks the part %s", all.Type().Field(i).Name)
		}
	}
}
