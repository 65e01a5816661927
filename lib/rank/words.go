package rank

import (
	"strings"
	"sync"
)

// stopWords are the words that nearly every text of a language has. One that
// names a thing in another language (war, hat, son, die, pour, main) is left
// to be rare or not by itself.
const stopWords = `
a an the and or but nor if then else than so as of at by for from in into on onto out over under to up off with without within about above after again against all also am any are aren
be became because been before being below between both can cannot could couldn did didn do does doesn doing don done down during each few get gets getting got had hadn has hasn have haven having he her here hers herself him himself his how
i is isn it its itself just let ll me more most much must my myself no not now of once only other our ours ourselves own re s same shall she should shouldn some such t that their theirs them themselves there these they this those through too
until us ve very was wasn we were weren what when where which while who whom whose why will would wouldn yes you your yours yourself yourselves please d m o y ok okay yeah hey hi hello oh
der das dem den des ein eine einen einem einer eines und oder aber doch nicht kein keine keinen ist sind waren wird werden wurde wurden sein bist habe haben hatte hatten ich du er sie es wir ihr mich mir dir dich ihm ihn ihnen uns euch mein meine dein deine seine unser unsere
wo wann wer wie warum weshalb welche welcher welches dass wenn weil als auch auf aus bei bis durch für gegen im in ins mit nach ohne über um unter von vom vor zu zum zur zwischen noch schon nur sehr so dann da hier dort diese dieser dieses diesem diesen jetzt mal bitte
le la les un une du de et ou mais où est sont était étaient être avoir ai avons avez ont je tu il elle on nous vous ils elles mon ma mes ta tes sa ses notre nos votre vos leur leurs ce cet cette ces que qui quoi dont quand comment pourquoi quel quelle quels quelles
au aux avec dans en entre par pas ne ni si sous vers chez très aussi alors donc l j n qu été fait y
el los las una unos unas y e o u pero ni que qué quien quién cual cuál cuando cuándo donde dónde como cómo porque es eran fue fueron ser estar está están estaba he ha hemos yo tú él ella nosotros ellos ellas mi mis tu tus su sus nuestro nuestra me te se nos les lo
del al con sin desde hasta para por entre sobre muy más ya también no sí este esta estos estas ese esa eso aquel
os as um uma uns umas do da dos das no na nos nas ao aos à às pelo pela com sem para por entre sobre mas ou e se não sim já muito mais também foi foram ser estar está estão tem têm eu ele ela eles elas meu minha seu sua nosso nossa este esta esse essa isso isto que quem qual quando onde porque porquê
il lo gli i uno ed ma né che chi cui quale quando perché è sono erano fu stato essere avere ho hai abbiamo hanno io lui lei noi voi loro mio mia tuo suo sua nostro di del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella nei nelle sul sulla con per tra fra non più anche già molto questo questa questi queste quello quella ci vi si
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня еще ещё нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет тогда кто этот того потому этого какой ним здесь этом один почти мой тем чтобы нее были куда зачем при об это эта эти почему какие
的 了 是 在 我 你 他 她 它 们 我们 你们 他们 和 与 或 也 都 就 不 没 没有 这 那 这个 那个 哪 哪个 什么 怎么 如何 为什么 吗 呢 吧 啊 把 被 对 给 从 到 有 很 请
の は が を に で と も へ や か な だ です ます した する して いる ある この その あの これ それ ない から まで より こと もの ため どう なぜ いつ どこ だれ 何`

// irregulars are forms that no ending tells, each with its base.
const irregulars = `bought:buy brought:bring built:build caught:catch chose:choose chosen:choose came:come drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall felt:feel fought:fight found:find
flew:fly flown:fly forgot:forget forgotten:forget gave:give given:give went:go gone:go goes:go grew:grow grown:grow heard:hear held:hold kept:keep knew:know known:know led:lead left:leave lent:lend lost:lose made:make meant:mean met:meet paid:pay
ran:run rode:ride said:say saw:see seen:see sent:send sold:sell shown:show sang:sing slept:sleep spoke:speak spoken:speak spent:spend stood:stand stole:steal swam:swim taken:take took:take taught:teach thought:think threw:throw thrown:throw
told:tell understood:understand woke:wake wore:wear worn:wear won:win wrote:write written:write broke:break broken:break began:begin begun:begin hidden:hide hid:hide shrank:shrink froze:freeze frozen:freeze
children:child people:person men:man women:woman mice:mouse feet:foot teeth:tooth indices:index indexes:index aliases:alias canvases:canvas`

// known are the words that no rule decides on: "" for a stop word, else the base of
// an irregular form.
var known = sync.OnceValue(func() map[string]string {
	words, pairs := strings.Fields(stopWords), strings.Fields(irregulars)
	table := make(map[string]string, len(words)+len(pairs))
	for _, p := range pairs {
		form, base, _ := strings.Cut(p, ":")
		table[form] = base
	}
	for _, w := range words {
		table[w] = ""
	}
	return table
})

// stop reports whether a word, in lower case, is so common that it finds nothing.
func stop(word string) bool { return term(word) == "" }

// term is what a word, in lower case, is compared by, "" for a stop word.
func term(word string) string {
	base, ok := known()[word]
	switch {
	case !ok:
		return stem(word)
	case base == "":
		return ""
	}
	return stem(base)
}
