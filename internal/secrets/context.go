package secrets

import "context"

type allowedKey struct{}

// Allow returns a context whose writes are stored as they are: their caller says
// that what looks like a secret is none, or is to be stored.
func Allow(ctx context.Context) context.Context { return context.WithValue(ctx, allowedKey{}, true) }

func allowed(ctx context.Context) bool {
	yes, _ := ctx.Value(allowedKey{}).(bool)
	return yes
}

type noticeKey struct{}

// WithNotice returns a context whose caller is told, in one sentence each, which
// secrets are stored under the policy [Warn].
func WithNotice(ctx context.Context, notice func(sentence string)) context.Context {
	return context.WithValue(ctx, noticeKey{}, notice)
}

func noticeOf(ctx context.Context) func(sentence string) {
	notice, _ := ctx.Value(noticeKey{}).(func(sentence string))
	return notice
}
