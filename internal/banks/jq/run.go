package jq

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
)

// event is what a filter that runs has to tell its caller: a result, a line
// of debug, or the error that ended it.
type event struct {
	result banks.Result
	debug  []byte
	err    error
}

// execution is one run of a filter, in a goroutine that shares nothing with
// the caller but the channel: a caller that has been answered may go on while
// the goroutine is stuck in a builtin.
type execution struct {
	ctx    context.Context
	events chan event
	meter  *meter
}

// send passes an event to the caller, or says why the caller no longer waits.
func (x *execution) send(e event) error {
	select {
	case x.events <- e:
		return nil
	case <-x.ctx.Done():
		return x.ctx.Err()
	}
}

type printFunc func(p *printer, v any) (banks.Result, error)

// run runs the filter and gives what render makes of its results to take.
func (f *Filter) run(ctx context.Context, input []byte, render printFunc, take func(banks.Result) error) error {
	doc, err := newDocument(input)
	if err != nil {
		return err
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := &execution{ctx: inner, events: make(chan event), meter: newMeter(cancel, f.memory+memoryPerByte*uint64(len(input)))}
	go x.meter.watch(inner)
	go x.produce(f, doc, render)
	for {
		select {
		case e, ok := <-x.events:
			if !ok {
				return ended(ctx, inner)
			}
			if err := f.take(e, take); err != nil {
				return err
			}
		case <-inner.Done():
			return ended(ctx, inner)
		}
	}
}

// take passes an event on.
func (f *Filter) take(e event, take func(banks.Result) error) error {
	switch {
	case e.err != nil:
		return e.err
	case e.debug == nil:
		return take(e.result)
	case f.debug == nil:
		return nil
	}
	_, err := f.debug.Write(e.debug)
	return err
}

// ended is why a run is over that reported no error.
func ended(caller, inner context.Context) error {
	switch caller.Err() {
	case nil:
	case context.DeadlineExceeded:
		return &agmem.Error{Kind: agmem.Unavailable, Message: "the filter did not finish in time", Err: context.DeadlineExceeded}
	default:
		return caller.Err()
	}
	if inner.Err() != nil {
		return context.Cause(inner)
	}
	return nil
}

// produce runs the filter to its end or to that of the context.
func (x *execution) produce(f *Filter, doc *document, render printFunc) {
	defer close(x.events)
	defer func() {
		if p := recover(); p != nil { // a bug of gojq must not take a server down
			_ = x.send(event{err: agmem.Errorf(agmem.Internal, "the filter caused an error inside jq: %v", p)})
		}
	}()
	err := x.results(f, doc, render)
	if err != nil && x.ctx.Err() == nil { // else the caller knows better why
		_ = x.send(event{err: err})
	}
}

func (x *execution) results(f *Filter, doc *document, render printFunc) error {
	p := &printer{ctx: x.ctx, doc: doc, meter: x.meter}
	program, err := f.program()
	if err != nil {
		return err
	}
	program.ctx, program.doc, program.meter = x.ctx, doc, x.meter
	program.say = func(function string, v any) error { return x.say(p, function, v) }
	for iter := program.code.RunWithContext(metered{x.ctx, x.meter}, doc.root); ; {
		v, ok := iter.Next()
		if !ok {
			return nil
		}
		if err, ok := v.(error); ok {
			return p.filterError(err)
		}
		result, err := render(p, v)
		if err != nil {
			return err
		}
		if err := x.send(event{result: result}); err != nil {
			return err
		}
	}
}

// say tells the caller what debug and stderr say, in jq's form.
func (x *execution) say(p *printer, function string, v any) error {
	if function == "stderr" {
		if text, ok := v.(string); ok {
			return x.send(event{debug: []byte(text)})
		}
		if err := p.value(v); err != nil {
			return err
		}
		return x.send(event{debug: p.take()})
	}
	p.text = append(p.text, `["DEBUG:",`...)
	if err := p.value(v); err != nil {
		return err
	}
	return x.send(event{debug: append(p.take(), "]\n"...)})
}
