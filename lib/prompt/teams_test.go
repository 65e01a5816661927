package prompt

import (
	"strings"
	"testing"
)

func TestATeamDoesSomethingItself(t *testing.T) {
	for _, s := range []string{
		"the export isnt ours", "the export isn't ours", "the banners arent ours, marketing does them", "the export isnt our job",
		"the web page isnt ours, frontend team does it", "ops handles that", "the frontend team does it", "the export doesnt belong to us",
		"the banner: marketing does it", "the data folks take it", "das frontend team macht das", "ops macht das", "das übernimmt ops",
		"den Export macht das infra team", "der Export gehört uns nicht, das macht die ops", "l'équipe front s'en occupe",
		"les ops s'en chargent", "cest pas à nous l'export", "el equipo de frontend lo hace", "la exportación la hace el equipo de datos",
		"de eso se encarga infra", "o time de infra faz isso", "a equipe de frontend cuida disso", "lo fa il team frontend",
		"dell'export se ne occupa il team infra", "экспорт делает команда фронтенда", "этим займётся команда инфры",
		"экспорт не наш, его делают опсы", "导出前端团队负责", "导出运维来做", "导出由运维处理", "エクスポートはフロントチームがやります",
		"それはインフラチームが担当します",
	} {
		if _, is := dropped(s); !is || !theirs(s) {
			t.Errorf("%q gives nothing to others", s)
		}
	}
	for _, s := range []string{
		"ops handles that error badly, fix it", "the support team does it twice", "the backend handles that already, just call it",
		"the finance team does it by hand today, automate it", "does ops handle that?", "show the team in the header", "isnt ours faster?",
		"add a support page", "write it so that the frontend team can use it", "the team page is slow", "do it like the ops team does it",
		"das team soll sortiert sein", "das support team bekommt eine mail", "l'équipe est affichée deux fois",
		"el equipo se muestra dos veces", "a equipe aparece duas vezes", "команда показывается дважды", "团队页面很慢", "チームの画面が遅い",
		"the mail of ops handles that case", "ask the frontend team how it does it", "ops does it now, add it to our script too",
		"finish the design and do it", "the support team does it the old way", "组件负责渲染",
	} {
		if _, is := dropped(s); is {
			t.Errorf("%q gives something to others", s)
		}
	}
}

func TestTheFirstThingOfADayIsLater(t *testing.T) {
	for _, s := range []string{
		"do total() on monday first thing", "do the retry on tuesday first thing", "do the retry first thing tuesday",
		"the docs first thing monday", "docs first thing tomorrow", "first thing tmrw: the docs", "the export first thing in the morning",
		"let's do the export first thing on friday", "docs tomorrow first thing in the morning", "den Export machen wir Montag als erstes",
		"mach den Export Montag früh", "Montag früh als erstes den Export", "Export morgen als erstes", "l'export lundi en premier",
		"on fait l'export lundi à la première heure", "l'export demain matin en premier", "hacemos el export el lunes a primera hora",
		"el export mañana a primera hora", "fazemos a exportação na segunda logo cedo", "a exportação amanhã logo cedo",
		"facciamo l'export lunedì per prima cosa", "l'export domani come prima cosa", "экспорт сделаем в понедельник первым делом",
		"экспорт завтра с утра", "导出周一一早做", "导出明天第一件事做", "エクスポートは月曜の朝一でやりましょう", "エクスポートは明日朝一でやる",
	} {
		if got := PutsOff(s); strings.Join(got, "|") != s {
			t.Errorf("%q puts off %q", s, got)
		}
	}
	for _, s := range []string{
		"first thing: fix the export", "the first thing the job does on monday is the export", "als erstes den Export",
		"the report runs monday first thing", "first thing i saw on monday was the export", "do the export first thing",
		"the mail goes out first thing on monday", "le job tourne lundi à la première heure", "do the export first, it is early",
		"fix the report that is sent first thing on monday", "der Job läuft Montag früh", "первым делом экспорт", "先做导出",
		"primero el export", "prima cosa l'export", "primeiro a exportação",
	} {
		if got := PutsOff(s); len(got) > 0 {
			t.Errorf("%q puts off %q", s, got)
		}
	}
	const offer = "The import is done. Shall I add a chart to the page?"
	for reply, want := range map[string]string{
		"monday first thing":             "add a chart to the page (put off: monday)",
		"not now, first thing tmrw":      "add a chart to the page (put off: not now)",
		"do that first thing on tuesday": "add a chart to the page (put off: on tuesday)",
		"first thing, yes":               "",
	} {
		if got := PutOff(offer, reply); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
}
