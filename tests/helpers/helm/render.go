// Renders a chart as Helm does: Go's text/template, the functions of sprig, and what Helm adds to them. It reads the chart's
// folder, a release's name, and values as JSON from standard input, and writes {"templates/…": "text"} as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	rendered, err := render(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rendered); err != nil {
		panic(err)
	}
}

func render(folder, release string) (map[string]string, error) {
	values := map[string]interface{}{}
	if err := json.NewDecoder(os.Stdin).Decode(&values); err != nil {
		return nil, err
	}
	about, err := os.ReadFile(filepath.Join(folder, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	chart := map[string]interface{}{}
	if err := yaml.Unmarshal(about, &chart); err != nil {
		return nil, err
	}
	// Helm gives the chart's fields with capital letters
	named := map[string]interface{}{}
	for name, value := range chart {
		named[strings.ToUpper(name[:1])+name[1:]] = value
	}
	top := map[string]interface{}{
		"Values":  values,
		"Chart":   named,
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
	}

	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, name, top); err != nil {
			return nil, err
		}
		rendered["templates/"+name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	// Helm takes these away: a chart must not read the machine
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	known["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	known["required"] = func(sentence string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(sentence)
		}
		return value, nil
	}
	return known
}
