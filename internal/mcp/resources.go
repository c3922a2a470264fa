package mcp

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
)

// Resources are texts that a client lists and reads by their URIs, without a
// tool.
type Resources interface {
	// Resources returns a page of what there is, and the cursor of the next page,
	// empty after the last. The cursor of the first page is empty.
	Resources(ctx context.Context, cursor string) (page []Resource, next string, err error)
	// Read returns the text of a resource, at most about [MaxAnswer] bytes.
	// NotFound where there is none with this URI.
	Read(ctx context.Context, uri string) (text string, err error)
}

// Resource is what a client is told of a resource.
type Resource struct {
	URI   string
	Name  string
	Title string
	Size  int64 // in bytes
}

// markdown is the type of every resource.
const markdown = "text/markdown"

// answering returns what answers the requests for resources in place of the
// SDK, which has a fixed list of them.
func answering(all Resources) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (_ sdk.Result, err error) {
			defer func() {
				if r := recover(); r != nil { // it would end the server for all calls
					err = protocolError(agmem.Errorf(agmem.Internal, "%v", r))
				}
			}()
			switch req := req.(type) {
			case *sdk.ListResourcesRequest:
				return listed(ctx, all, req.Params)
			case *sdk.ReadResourceRequest:
				return readFrom(ctx, all, req.Params)
			}
			return next(ctx, method, req)
		}
	}
}

// notCached says that what is stored may change at any time.
func notCached() sdk.Cacheable { return sdk.Cacheable{CacheScope: "private"} }

func listed(ctx context.Context, all Resources, params *sdk.ListResourcesParams) (sdk.Result, error) {
	cursor := ""
	if params != nil {
		cursor = params.Cursor
	}
	page, next, err := all.Resources(ctx, cursor)
	if err != nil {
		return nil, protocolError(err)
	}
	result := &sdk.ListResourcesResult{Cacheable: notCached(), NextCursor: next, Resources: []*sdk.Resource{}}
	for _, r := range page {
		result.Resources = append(result.Resources, &sdk.Resource{URI: r.URI, Name: r.Name, Title: r.Title, Size: r.Size, MIMEType: markdown})
	}
	return result, nil
}

func readFrom(ctx context.Context, all Resources, params *sdk.ReadResourceParams) (sdk.Result, error) {
	text, err := all.Read(ctx, params.URI)
	if agmem.KindOf(err) == agmem.NotFound {
		return nil, sdk.ResourceNotFoundError(params.URI)
	}
	if err != nil {
		return nil, protocolError(err)
	}
	return &sdk.ReadResourceResult{Cacheable: notCached(),
		Contents: []*sdk.ResourceContents{{URI: params.URI, MIMEType: markdown, Text: text}}}, nil
}

// protocolError is an error of the protocol: a resource has no other way to
// say what went wrong.
func protocolError(err error) error {
	code := int64(jsonrpc.CodeInternalError)
	if kind := agmem.KindOf(err); kind == agmem.Usage || kind == agmem.Invalid {
		code = jsonrpc.CodeInvalidParams
	}
	text := err.Error()
	if e, ok := errors.AsType[*agmem.Error](err); ok && e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return &jsonrpc.Error{Code: code, Message: text}
}
