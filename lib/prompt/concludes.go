package prompt

// concluding ask for nothing but what ends finished work: to commit it, to push
// it, to hand it in.
const concluding = `commit|commit it|commit this|commit that|commit everything|commit all|push|push it|push this|push that|push everything|commit and push|commit and push it|merge|merge it|ship it|release it|
open a pr|open the pr|create a pr|create the pr|make a pr|open a pull request|create a pull request|tag it|close it|all of it|everything|the rest|the rest too|too|as well|great|perfect|nice|good job|well done|looks good|lgtm|awesome|and|then|
committe|committe es|committe das|pushe|pushe es|push es|pushe das|merge es|super|perfekt|sehr gut|prima|und|dann|
commite|committe le|pousse|pousse le|pousse ça|pousse tout|fusionne|parfait|très bien|super|et|
haz commit|haz push|súbelo|sube los cambios|fusiónalo|perfecto|genial|y|
faça commit|faça push|envie|perfeito|ótimo|e|
fai il commit|fai commit|fai push|fai il push|perfetto|ottimo|
закоммить|закоммить это|запушь|запушь это|запуши|отправь|смержи|отлично|супер|и|
提交|推送|提交并推送|推上去|合并|太好了|很好|完美|
コミットして|プッシュして|コミットしてプッシュして|マージして|完璧|いいですね`

// Concludes reports whether a prompt only ends finished work: "thanks, push it",
// "perfect, commit and push".
func Concludes(text string) bool {
	s := bare(text)
	if s == "" {
		return false
	}
	rest, _ := consume(s, goesOn+"|"+greetings+"|"+concluding)
	return rest == ""
}
