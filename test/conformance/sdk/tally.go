package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/kakaoenterprise/kc-sdk-go/services/iam"
)

// A tally counts calls by their kind, in the order in which the kinds first came.
type tally struct {
	kinds      []*kind
	complaints io.Writer
}

type kind struct {
	name                  string
	calls, rows, failures int
	isList                bool
}

// Of a kind that fails always, a few complaints say it all.
const complaintsPerKind = 5

func (t *tally) kind(name string) *kind {
	for _, known := range t.kinds {
		if known.name == name {
			return known
		}
	}
	added := &kind{name: name}
	t.kinds = append(t.kinds, added)
	return added
}

// note counts a call; an empty failure is none.
func (t *tally) note(name string, failure string) {
	of := t.kind(name)
	of.calls++
	if failure == "" {
		return
	}
	of.failures++
	if of.failures <= complaintsPerKind {
		fmt.Fprintf(t.complaints, "%s: %s\n", name, failure)
	}
}

func (t *tally) noteRows(name string, rows int) {
	of := t.kind(name)
	of.isList = true
	of.rows += rows
}

// print writes a line for each kind and a last one for all; it returns the number of failures.
func (t *tally) print(to io.Writer) int {
	calls, failures := 0, 0
	for _, of := range t.kinds {
		calls += of.calls
		failures += of.failures
		line := fmt.Sprintf("%s: %d calls", of.name, of.calls)
		if of.isList {
			line += fmt.Sprintf(", %d rows", of.rows)
		}
		if of.failures > 0 {
			line += fmt.Sprintf(", %d decoding failures", of.failures)
		}
		fmt.Fprintln(to, line)
	}
	fmt.Fprintf(to, "%d calls, %d decoding failures\n", calls, failures)
	return failures
}

// A call is the Execute of any request of the SDK.
type call[Model any] func() (Model, *http.Response, error)

// decoded makes a call that must succeed, and returns what the SDK made of the answer.
func decoded[Model any](t *tally, name string, execute call[Model]) Model {
	model, _, err := execute()
	t.note(name, whyNotDecoded(model, err))
	return model
}

func whyNotDecoded(model any, err error) string {
	if err != nil {
		return err.Error()
	}
	// The SDK takes a success without a body for a success.
	if reflect.ValueOf(model).IsZero() {
		return "the answer is empty"
	}
	return unknownKeys(model)
}

// refused makes a call that must be refused with this status, in the shape that the SDK knows for it.
func refused[Model any](t *tally, name string, status int, execute call[Model]) {
	name = fmt.Sprintf("%d %s", status, name)
	_, response, err := execute()
	t.note(name, whyNotRefused(status, response, err))
}

func whyNotRefused(status int, response *http.Response, err error) string {
	if response == nil {
		return fmt.Sprintf("no answer: %v", err)
	}
	if response.StatusCode != status {
		return fmt.Sprintf("answered %s", response.Status)
	}
	// The SDK stopped decoding the refusals of IAM with v1.3.0: nothing but their status can be held against it.
	var ofIdentity *iam.GenericOpenAPIError
	if errors.As(err, &ofIdentity) {
		return ""
	}
	var refusal interface{ Model() any }
	if !errors.As(err, &refusal) || refusal.Model() == nil {
		return fmt.Sprintf("not decoded: %v", err)
	}
	return unknownKeys(refusal.Model())
}

// unknownKeys names the keys of an answer for which its model has no field. Nearly every field of the models may be
// absent, so that a misspelt key would decode as well as the right one.
func unknownKeys(model any) string {
	if found := strangers(reflect.ValueOf(model), "answer"); len(found) > 0 {
		return fmt.Sprintf("keys without a field in the model: %v", found)
	}
	return ""
}

var timeType = reflect.TypeFor[time.Time]()

// strangers walks all values, also those which the SDK's Nullable types hide.
func strangers(value reflect.Value, path string) []string {
	var found []string
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			found = strangers(value.Elem(), path)
		}
	case reflect.Slice:
		for index := range value.Len() {
			found = append(found, strangers(value.Index(index), fmt.Sprintf("%s[%d]", path, index))...)
		}
	case reflect.Struct:
		if value.Type() == timeType {
			break
		}
		for index := range value.NumField() {
			field := value.Type().Field(index)
			if field.Name != "AdditionalProperties" {
				found = append(found, strangers(value.Field(index), path+"."+field.Name)...)
				continue
			}
			for _, key := range value.Field(index).MapKeys() {
				found = append(found, path+"."+key.String())
			}
		}
	}
	return found
}
