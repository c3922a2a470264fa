package recall

import "strings"

// irregularForms lists English words that no stemmer joins: a base form, a
// colon and its other forms.
const irregularForms = `be:am is are was were been being,` +
	`become:became,begin:began begun,bend:bent,bite:bit bitten,blow:blew blown,break:broke broken,` +
	`bring:brought,build:built,burn:burnt,buy:bought,catch:caught,choose:chose chosen,come:came,` +
	`creep:crept,cut:cutting,deal:dealt,die:dying,dig:dug,do:did does done doing,draw:drew drawn,dream:dreamt,` +
	`drink:drank drunk,drive:drove driven,eat:ate eaten,fall:fell fallen,feed:fed,feel:felt,` +
	`fight:fought,find:found,flee:fled,fly:flew flown,forget:forgot forgotten,forgive:forgave forgiven,` +
	`freeze:froze frozen,get:got gotten getting,give:gave given,go:went gone goes going,grow:grew grown,` +
	`hang:hung,have:had has having,hear:heard,hide:hid hidden,hold:held,keep:kept,know:knew known,` +
	`lay:laid,lead:led,lean:leant,learn:learnt,leave:left,lend:lent,lie:lain lying,light:lit,lose:lost,` +
	`make:made,mean:meant,meet:met,pay:paid,ride:rode ridden,ring:rang rung,rise:rose risen,` +
	`run:ran,say:said,see:saw seen,seek:sought,sell:sold,send:sent,shake:shook shaken,shine:shone,` +
	`shoot:shot,show:shown,shrink:shrank shrunk,sing:sang sung,sink:sank sunk,sit:sat,sleep:slept,` +
	`slide:slid,speak:spoke spoken,spend:spent,spin:spun,spring:sprang sprung,stand:stood,steal:stole stolen,` +
	`stick:stuck,strike:struck,swear:swore sworn,sweep:swept,swim:swam swum,swing:swung,take:took taken,` +
	`teach:taught,tear:tore torn,tell:told,think:thought,throw:threw thrown,tie:tying,understand:understood,` +
	`wake:woke woken,wear:wore worn,weave:wove woven,weep:wept,win:won,wind:wound,write:wrote written,` +
	`child:children,foot:feet,goose:geese,man:men,woman:women,mouse:mice,tooth:teeth,person:people,` +
	`life:lives,wife:wives,knife:knives,leaf:leaves,shelf:shelves,half:halves,self:selves,wolf:wolves,` +
	`good:better best,bad:worse worst,far:farther further,index:indices indexes,vertex:vertices,` +
	`matrix:matrices,analysis:analyses,hypothesis:hypotheses,criterion:criteria,datum:data`

// irregularBases returns the base form of each irregular one.
func irregularBases() map[string]string {
	bases := make(map[string]string, 256)
	for entry := range strings.SplitSeq(irregularForms, ",") {
		base, forms, _ := strings.Cut(entry, ":")
		for form := range strings.FieldsSeq(forms) {
			bases[form] = base
		}
	}
	return bases
}
