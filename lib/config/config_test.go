package config

import (
	"os"
	"slices"
	"testing"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

var defaults = Values{Brief: "full", BriefBudget: 3500, Autosave: true, KeepAutos: 3, KeepDays: 30, Snapshots: true, KeepSnapshots: 100, History: true, KeepHistory: 100, SavePrompts: true}

func TestWithoutFilesTheDefaultsHold(t *testing.T) {
	folder := machine.Folder{Path: t.TempDir()}
	if v, err := Load(folder, "abc"); err != nil || v != defaults {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestAProjectsValueIsOverThatOfAllProjects(t *testing.T) {
	folder := machine.Folder{Path: t.TempDir()}
	brief := Keys[slices.Index(Names(), "brief")]
	autos := Keys[slices.Index(Names(), "keep_autos")]
	for _, c := range []struct {
		scope string
		key   Key
		value string
	}{{"abc", brief, "off"}, {"", brief, "short"}, {"", autos, "7"}} {
		if err := Set(folder, c.scope, c.key, c.value); err != nil {
			t.Fatal(err)
		}
	}
	if v, err := Load(folder, "abc"); err != nil || v.Brief != "off" || v.KeepAutos != 7 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := Load(folder, "other"); err != nil || v.Brief != "short" || v.KeepAutos != 7 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := Set(folder, "abc", brief, ""); err != nil {
		t.Fatal(err)
	}
	if v, _ := Load(folder, "abc"); v.Brief != "short" {
		t.Errorf("%+v", v)
	}
}

func TestABrokenFileIsAnErrorAndTheDefaultsHold(t *testing.T) {
	for name, text := range map[string]string{
		"torn": `{"brief":"sh`, "a list": `[]`, "nothing": ``, "a bad value": `{"brief":"loud"}`, "a bad number": `{"keep_autos":"many"}`,
		"a number too large": `{"brief_budget":100000}`, "a folder": "",
	} {
		folder := machine.Folder{Path: t.TempDir()}
		if name == "a folder" {
			disk.Folder(t, File(folder, ""))
		} else {
			disk.Write(t, File(folder, ""), text)
		}
		if v, err := Load(folder, "abc"); err == nil || v != defaults {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

func TestUnknownKeysAreKept(t *testing.T) {
	folder := machine.Folder{Path: t.TempDir()}
	disk.Write(t, File(folder, ""), `{"later": {"a": 1}, "brief": "short"}`+"\n")
	brief := Keys[slices.Index(Names(), "brief")]
	if err := Set(folder, "", brief, "off"); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(File(folder, ""))
	if want := `{"later": {"a": 1}, "brief": "off"}` + "\n"; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(`{"brief":"short"}`)
	f.Fuzz(func(t *testing.T, text string) {
		folder := machine.Folder{Path: t.TempDir()}
		disk.Write(t, File(folder, ""), text)
		v, err := Load(folder, "")
		if err != nil && v.BriefBudget == 0 {
			t.Errorf("%+v beside %v", v, err)
		}
	})
}
