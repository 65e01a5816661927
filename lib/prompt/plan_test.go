package prompt

import (
	"strings"
	"testing"
	"time"
)

func TestAPlanIsLeftFromTheStepThatAnAnswerReached(t *testing.T) {
	plan := []string{"Plan:\n\n1. a table of rates\n2. the admin view\n3. a list of prices\n\nOpen questions:\n- which tax?", "The table is in."}
	for answer, want := range map[string]string{
		"Step 1 is ready: the table is in. Step 2 (the view) next.":                         "the admin view|a list of prices",
		"Step 1 is done.\n\nNext up is the view (step 2).":                                  "the admin view|a list of prices",
		"Steps 1 and 2 are done.":                                                           "a list of prices",
		"**Step 2/3 done** ✅":                                                               "a list of prices",
		"Phase 1 is complete. Shall I start with phase 2?":                                  "the admin view|a list of prices",
		"Schritt 2 ist fertig.":                                                             "a list of prices",
		"L'étape 2 est terminée.":                                                           "a list of prices",
		"Les étapes 1 et 2 sont terminées.":                                                 "a list of prices",
		"Las fases 1 y 2 están completadas.":                                                "a list of prices",
		"Le fasi 1 e 2 sono completate.":                                                    "a list of prices",
		"As etapas 1 e 2 estão concluídas.":                                                 "a list of prices",
		"Этапы 1 и 2 завершены.":                                                            "a list of prices",
		"第 1 步完成。接下来是第 2 步。":                                                                "the admin view|a list of prices",
		"Steps 1-2 are done.":                                                               "a list of prices",
		"Steps 1–2 of the plan are in:\n- ✅ the table\n\nNext up: the list of prices.":      "a list of prices",
		"Step 1 is done. Next up: the admin view. One question: which tax? They differ.":    "the admin view|a list of prices",
		"Step 1 of your plan is done.":                                                      "the admin view|a list of prices",
		"Steps 2 and 1 are ready for review.":                                               "a list of prices",
		"Step 3 is done.":                                                                   "the admin view",
		"Step 3 is done. Step 2 is ready, too.":                                             "",
		"Step 1 is done. Next up is the Stripe part (step 2).":                              "the admin view|a list of prices",
		"Ready for step 2.":                                                                 "the admin view|a list of prices",
		"Next: step 3.":                                                                     "a list of prices",
		"Step 1 is done. Next: the admin view.":                                             "the admin view|a list of prices",
		"ステップ1が完了しました。":                                                                     "the admin view|a list of prices",
		"M1 is done and checked off.\n\n**Next:** M2 (view).":                               "the admin view|a list of prices",
		"All done.\n\nStep 1 - the table: Updated it.\nStep 2: the view.\nStep 3: the list": "",
		"All three steps are done.":                                                         "",
		"Is step 2 done?":                                                                   "",
		"Step 2 is ready to start.":                                                         "",
		"I think step 2 can be done in an hour.":                                            "",
		"Before step 2 is done, the table must stay.":                                       "",
		"The test of step 2 is done.":                                                       "",
		"The wizard's step 2 is done.":                                                      "",
		"I finished step 2 of the tutorial.":                                                "",
		"Step 2 is not done yet.":                                                           "Step 2 is not done yet",
		"The view is in.":                                                                   "",
		"Step 1 is done.\n\nLeft:\n- the docs\n- the tests":                                 "the docs|the tests",
	} {
		text, _ := Planned(answer, plan, make([]string, 3))
		steps, _ := Left(text)
		if got := strings.Join(steps, "|"); got != want {
			t.Errorf("%q leaves %q of the plan, not %q", answer, got, want)
		}
	}
}

func TestAPlanIsLeftWhicheverStepsAreDone(t *testing.T) {
	const plan = "The plan:\n\n1. **schema**\n   1. a table\n   2. an index\n2. importer\n3. reader\n\nRisks:\n1. locks\n4. space\n"
	const short = "Shorter plan:\n1. schema and importer\n2. reader"
	for _, c := range []struct {
		before []string
		answer string
		left   string
		says   bool
	}{
		{[]string{plan}, "Step 1 is done.", "importer|reader", true},
		{[]string{plan}, "Step 2 is done. Steps 1 and 3 are open.", "schema|reader", true}, // as the user wanted it first
		{[]string{plan, "Step 2 is done."}, "Step 3 is done.", "schema", true},
		{[]string{plan, "Step 1 is done."}, "Step 3 is done.", "", true},
		{[]string{plan, "Step 1 is done."}, "Step 3 is done. Left: the docs.", "the docs.", true},
		{[]string{plan, short}, "Step 1 is done, step 2 is done.", "", true},
		{[]string{plan, short}, "Step 3 is done.", "", false},
	} {
		text, _ := Planned(c.answer, c.before, make([]string, len(c.before)+1))
		l := ListOf(text)()
		if got := strings.Join(l.Steps, "|"); got != c.left || l.Says != c.says {
			t.Errorf("%q leaves %q (%v), not %q", c.answer, got, l.Says, c.left)
		}
	}
}

const approved = "# Login with a second factor\n\n## Problems\n1. no schema\n2. no tests\n\n## Steps\n\n" +
	"### Phase 1: Database\n1. a table in `db/schema.ts`\n2. an index\n   - Phase 2: no phase\n\n### Phase 2: Endpoints\n- `api.ts`\n\n" +
	"### Phase 3: Login\n\n### Phase 4: Docs\n\n## Verification\n1. run the tests of `db/schema.ts`\n"

func TestAnApprovedPlanIsLeftByItsHeadings(t *testing.T) {
	for answer, want := range map[string]string{
		"**Phase 1 complete.** Moving on.":                        "Phase 2: Endpoints|Phase 3: Login|Phase 4: Docs",
		"Phases 1 and 2 are done. Shall I continue with Phase 3?": "Phase 3: Login|Phase 4: Docs",
		"Example questions of phase 2 removed.":                   "",
		"All phases are done.":                                    "",
		"Phase 4 is done.":                                        "Phase 1: Database|Phase 2: Endpoints|Phase 3: Login",
		"Phase 1 of the login is done.":                           "Phase 2: Endpoints|Phase 3: Login|Phase 4: Docs",
		"Phase 1 of the tutorial is done.":                        "",
		"The table is in.":                                        "",
		"Phases 1-4 are done. Phase 5 (the audit) is left.":       "Phase 5 (the audit) is left",
	} {
		text, _ := Planned(answer, []string{"Ok."}, []string{approved, ""})
		steps, _ := Left(text)
		if got := strings.Join(steps, "|"); got != want {
			t.Errorf("%q leaves %q of the plan, not %q", answer, got, want)
		}
	}
}

func TestAStepOfAPlanEndsByItsNumberAndItsWords(t *testing.T) {
	list := []Step{StepOf("Phase 3: Login"), StepOf("M4 Settings – QR code and backup codes"), StepOf("Schritt 5: Übersicht")}
	for answer, want := range map[string][]bool{
		"Phase 3 is complete.":                  {true, false, false},
		"M4 is done.":                           {false, true, false},
		"All five phases are implemented.":      {true, true, true},
		"All remaining phases are implemented.": {true, true, true},
		"Both remaining phases are in.":         {true, true, true},
		"Les deux phases restantes sont finies": {true, true, true},
		"All phases of the plan are done.":      {true, true, true},
		"All other phases are done.":            {false, false, false},
		"All phases but the last are done.":     {false, false, false},
		"Almost all phases are done.":           {false, false, false},
		"The tests of all phases are done.":     {false, false, false},
		"All tasks are done.":                   {false, false, false},
		"Phases 3–5 are in.":                    {true, true, true},
		"Phase 3: done, M4 & phase 5: done":     {true, true, true},
		"步骤3和4已完成。":                             {true, true, false},
		"Los pasos 3 y 5 están listos.":         {true, false, true},
		"Damit sind alle Schritte fertig.":      {true, true, true},
		"The login is done.":                    {true, false, false},
		"Die Übersicht ist fertig.":             {false, false, true},
		"Phase 3 is not done yet.":              {false, false, false},
		"Not all phases are done.":              {false, false, false},
		"Shall I start with phase 4?":           {true, false, false},
		"I removed the questions of phase 5.":   {false, false, false},
	} {
		turn := TurnOf("go on", []string{answer}, nil)
		for n, step := range list {
			if got := turn.Done(step); got != want[n] {
				t.Errorf("that %q ends %q is %v", answer, step.text, got)
			}
		}
	}
}

func TestAPlanThatIsDroppedEndsItsSteps(t *testing.T) {
	for said, want := range map[string]bool{
		"scrap the plan, rest is enough": true, "vergiss den Plan": true, "laisse tomber le plan": true, "olvida el plan": true,
		"drop phases 3 and 4": true, "skip the remaining steps": true, "skip phase 3": false, "no plan needed, go on": false,
		"drop the plan column": false, "don't forget the plan": false, "should we drop the plan?": false,
	} {
		if got := TurnOf(said, []string{"Ok."}, nil).Done(StepOf("Phase 4: Docs")); got != want {
			t.Errorf("that %q drops a phase is %v", said, got)
		}
	}
}

func TestAStepWithoutANumberEndsByNone(t *testing.T) {
	for _, answer := range []string{"Next: step 1.", "Shall I start with phase 1?", "Next is phase 0."} {
		if TurnOf("go on", []string{answer}, nil).Done(StepOf("the docs of the limit")) {
			t.Errorf("that %q ends it", answer)
		}
	}
}

func TestAnApprovedPlanIsUnfinishedFromTheLastFileThatWasChanged(t *testing.T) {
	for changed, want := range map[string]string{
		"src/api.ts":              "Phase 2: Endpoints|Phase 3: Login|Phase 4: Docs",
		"db/schema.ts":            "Phase 1: Database|Phase 2: Endpoints|Phase 3: Login|Phase 4: Docs",
		"db/schema.ts src/api.ts": "Phase 2: Endpoints|Phase 3: Login|Phase 4: Docs",
		"src/other.ts":            "",
		"":                        "",
	} {
		if got := strings.Join(Unfinished(approved, strings.Fields(changed)), "|"); got != want {
			t.Errorf("with %q changed the plan is left from %q, not %q", changed, got, want)
		}
	}
	if got := Unfinished("# Queue\n\n## Changes\n\n### 1. Add a table\n`a.sql`\n### 2. Worker\n`w.ts`\n", []string{"a.sql"}); strings.Join(got, "|") != "Step 1: Add a table|Step 2: Worker" {
		t.Errorf("a plan in numbered headings is left as %q", got)
	}
}

func TestAStepOfAPlanNamesAFileWithoutItsEnding(t *testing.T) {
	const plan = "# Churn\n\n## Steps\n1. Tests of the old report\n2. Model `fct_churn`\n3. Snapshot of it\n"
	for changed, want := range map[string]string{
		"models/fct_churn.sql": "Step 2: Model `fct_churn`|Step 3: Snapshot of it",
		"models/model.sql":     "", // no name
	} {
		if got := strings.Join(Unfinished(plan, []string{changed}), "|"); got != want {
			t.Errorf("with %q changed the plan is left from %q, not %q", changed, got, want)
		}
	}
}

func TestStepsOfOneFileAreUnfinishedTogether(t *testing.T) {
	const plan = "# Server\n\n### 1. Types `types.ts`\n### 2. Config of `app.ts`\n### 3. Routes of `app.ts`\n### 4. Docs\n"
	got := strings.Join(Unfinished(plan, []string{"types.ts", "app.ts"}), "|")
	if want := "Step 2: Config of `app.ts`|Step 3: Routes of `app.ts`|Step 4: Docs"; got != want {
		t.Errorf("%q is left, not %q", got, want)
	}
}

func TestAnApprovedPlanHasItsStepsInManyForms(t *testing.T) {
	for plan, want := range map[string]string{
		"# Rate limits\n\n1. **Bucket** in `a.ts`\n2. the store\n3. headers":                                            "Step 2: the store|Step 3: headers",
		"# Import\n\n### Étape 1 : Analyseur\n\n### Étape 2 : Validation":                                               "Étape 2: Validation",
		"# Codes\n\n### Task 1: Schema\n\n### Task 2: Endpoints\n":                                                      "Task 2: Endpoints",
		"# Codes\n\n### Task 1: Schema\n- [ ] Step 1: test\n- [ ] Step 2: code\n\n### Task 2: Page\n- [ ] Step 1: test": "Task 2: Page",
		"# Codes\n\n## Phase 1 (schema)\n\n## Phase 2 (endpoints)\n":                                                    "Phase 2 (endpoints)",
		"# Codes\n\n- [ ] Step 1: parser\n  - [ ] dates\n- [ ] Step 2: writer":                                          "Step 2: writer",
		"# Codes\n\n| # | Step | File |\n|---|---|---|\n| 1 | parser | a.ts |\n| 2 | writer | b.ts |":                   "Step 2: writer",
		"# Codes\n\n## Phase 0: Backup\n\n## Phase 1: Schema\n\n## Phase 2: Import":                                     "Phase 2: Import",
		"# Setup\n\n```sh\n# 1. install\n# 2. build\n```\n\n## Phase 1: Tools\n\n## Phase 2: Image":                     "Phase 2: Image",
		"# Setup\n\n## Phase 1: Tools\n```md\n## Phase 2: x\n## Phase 3: y\n```\n## Phase 2: Image\n## Out":             "Phase 2: Image",
	} {
		text, _ := Planned("Step 1 is done.", nil, []string{plan})
		steps, _ := Left(text)
		if got := strings.Join(steps, "|"); got != want {
			t.Errorf("of %q is left %q, not %q", plan, got, want)
		}
	}
}

func TestAListThatIsNoPlanIsNotLeft(t *testing.T) {
	const found = "I found two things:\n\n1. the lock leaks\n2. the error is silent\n\nThe first is worse."
	if got, at := Planned("Step 1 is done.", []string{found}, []string{"", ""}); got != "Step 1 is done." || at >= 0 {
		t.Errorf("a list of what was found is left: %q", got)
	}
}

func TestACommitLandsTheStepThatAPromptCalledSo(t *testing.T) {
	list := []Step{StepOf("read replica of the database"), StepOf("S3 replication of the two buckets"), StepOf("the runbook")}
	for _, c := range []struct {
		asked, commit string
		lands         int
	}{
		{"commit and start s3", "terraform: s3 replication with versions", 1},
		{"looks fine. commit and go on with the replica", "terraform: rds replica", 0},
		{"runbook next", "docs: runbook of the standby", 2},
		{"start s3", "terraform: rds replica", -1},
		{"what does s3 cost", "terraform: s3 replication", -1},
		{"the runbook tomorrow", "docs: runbook of the api", -1},
	} {
		for n := range list {
			if got := TurnOf(c.asked, []string{"Shall I?"}, nil).Lands(list, n, c.commit); got != (n == c.lands) {
				t.Errorf("that %q lands step %d of %q is %v", c.commit, n, c.asked, got)
			}
		}
	}
}

func TestOnlyTheNumberOfAStepSaysWhatComesNext(t *testing.T) {
	for answer, want := range map[string]bool{
		"Perfecto, mañana seguimos con el paso 3.": true, "Morgen machen wir weiter mit Schritt 3.": true,
		"Tomorrow we continue with step 3.": true, "Left: step 3 (the tests).": false, "Mañana seguimos con el banner.": false,
	} {
		if ListOf(answer)().IsNext() != want {
			t.Errorf("%q: %t", answer, !want)
		}
	}
	if turn := TurnOf("", []string{"Step 5 is done: both test classes pass."}, nil); !turn.Done(StepOf("el paso 5 (tests)")) {
		t.Error("a step behind its article does not end by its number")
	}
	turn := TurnOf("do 4 now", []string{"Comment 4 is done: `LockTest` covers it. Comment 3 asks for a decision."}, nil)
	for step, want := range map[string]bool{"Comment 4, the test for the lockout": true, "Comment 3: the strings": false} {
		if turn.Done(StepOf(step)) != want {
			t.Errorf("%q: %t", step, !want)
		}
	}
}

func TestALongSentenceIsPassedInTime(t *testing.T) {
	start := time.Now()
	Planned("Phase 1, "+strings.Repeat("done, ", 10_000), nil, []string{""})
	if took := time.Since(start); took > time.Second {
		t.Errorf("read in %s", took)
	}
}
