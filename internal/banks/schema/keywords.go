package schema

import "maps"

// keyword is how a keyword of the dialect is compiled. The check is nil where
// there is nothing to check.
type keyword struct {
	phase   phase
	compile func(c *compiler, r rule) (runFunc, error)
}

// keywords returns those of the dialect.
func keywords() map[string]keyword {
	all := structural()
	maps.Copy(all, assertions())
	maps.Copy(all, applicators())
	return all
}

// structural returns the keywords that name and describe schemas, and those
// that refer to others.
func structural() map[string]keyword {
	return map[string]keyword{
		"$schema":        {own, annotation(text)}, // see identify
		"$id":            {own, annotation(text)},
		"$comment":       {own, annotation(text)},
		"$vocabulary":    {own, annotation(object)},
		"$anchor":        {own, compileAnchor},
		"$dynamicAnchor": {own, compileAnchor},
		"$defs":          {own, compileDefinitions},
		"definitions":    {own, compileDefinitions},
		"$ref":           {applied, compileRef},
		"$dynamicRef":    {applied, compileDynamicRef},

		"title":            {own, annotation(text)},
		"description":      {own, annotation(text)},
		"format":           {own, annotation(text)},
		"contentEncoding":  {own, annotation(text)},
		"contentMediaType": {own, annotation(text)},
		"contentSchema":    {own, compileUnused},
		"deprecated":       {own, annotation(boolean)},
		"readOnly":         {own, annotation(boolean)},
		"writeOnly":        {own, annotation(boolean)},
		"examples":         {own, annotation(array)},
	}
}

// assertions returns the keywords that say something of the value itself.
func assertions() map[string]keyword {
	return map[string]keyword{
		"type":  {own, compileType},
		"enum":  {own, compileEnum},
		"const": {own, compileConst},

		"minimum":          {own, compileBound(func(order int) bool { return order >= 0 })},
		"maximum":          {own, compileBound(func(order int) bool { return order <= 0 })},
		"exclusiveMinimum": {own, compileBound(func(order int) bool { return order > 0 })},
		"exclusiveMaximum": {own, compileBound(func(order int) bool { return order < 0 })},
		"multipleOf":       {own, compileMultipleOf},

		"minLength":     {own, compileSize(textLength, atLeast)},
		"maxLength":     {own, compileSize(textLength, atMost)},
		"minItems":      {own, compileSize(arrayLength, atLeast)},
		"maxItems":      {own, compileSize(arrayLength, atMost)},
		"minProperties": {own, compileSize(objectLength, atLeast)},
		"maxProperties": {own, compileSize(objectLength, atMost)},
		"pattern":       {own, compilePattern},

		"required":          {own, compileRequired},
		"dependentRequired": {own, compileDependentRequired},
		"uniqueItems":       {own, compileUnique},
		"minContains":       {own, compileCountAlone},
		"maxContains":       {own, compileCountAlone},
	}
}

// applicators returns the keywords that apply schemas to the value or to its
// parts.
func applicators() map[string]keyword {
	return map[string]keyword{
		"allOf":            {applied, compileAllOf},
		"anyOf":            {applied, compileAnyOf},
		"oneOf":            {applied, compileOneOf},
		"not":              {applied, compileNot},
		"if":               {applied, compileIf},
		"then":             {applied, compileUnused},
		"else":             {applied, compileUnused},
		"dependentSchemas": {applied, compileDependentSchemas},

		"prefixItems":          {parts, compilePrefixItems},
		"items":                {parts, compileItems},
		"contains":             {parts, compileContains},
		"properties":           {parts, compileProperties},
		"patternProperties":    {parts, compilePatternProperties},
		"additionalProperties": {parts, compileAdditionalProperties},
		"propertyNames":        {parts, compilePropertyNames},

		"unevaluatedItems":      {unevaluated, compileUnevaluatedItems},
		"unevaluatedProperties": {unevaluated, compileUnevaluatedProperties},
	}
}

// annotation is a keyword whose value has a type and checks nothing.
func annotation(of kind) func(*compiler, rule) (runFunc, error) {
	return func(_ *compiler, r rule) (runFunc, error) {
		if r.raw.kind != of {
			return nil, r.invalid("is not of type " + string(of))
		}
		return nil, nil
	}
}

// compileUnused is a keyword with a schema that another one applies, or none.
func compileUnused(c *compiler, r rule) (runFunc, error) {
	_, err := c.sub(r)
	return nil, err
}

// compileDefinitions is schemas to be referred to.
func compileDefinitions(c *compiler, r rule) (runFunc, error) {
	_, err := c.namedSubs(r)
	return nil, err
}
