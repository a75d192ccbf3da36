// Compiles schemas, parses numbers in URLs, and turns schema errors into a list of problems, each with its field.

import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problems } from '../../domain/values/errors.ts'
import { isStorable, toStorable } from '../../domain/values/storable-text.ts'
import { dropAbsent } from './body.ts'
import type { UnknownFields } from './unknown-fields.ts'
import { addKnownFields, unknownIn, withKnownFields } from './unknown-fields.ts'

const require = createRequire(import.meta.url)

const createValidator = (): Ajv => {
  const { Ajv: Validator } = require('ajv') as typeof import('ajv')
  return addKnownFields(new Validator({ allErrors: true, strict: false, formats: { text: isStorable }, logger: false }))
}

type Reader = (text: string) => unknown

/** Parsers for text in URLs. Only plain decimals become numbers. `0x2`, `1e1` and `+1` stay text. `1.0` is a number but not an integer. */
const READERS: Record<string, Reader> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  array: (text) => [...new Set(text.split(','))],
}

type Properties = Record<string, { type?: unknown }>

/** Returns a parser for each parameter that is not plain text. */
const readersOf = (properties: Properties): ReadonlyMap<string, Reader> =>
  new Map(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const reader = READERS[String(type)]
      return reader ? [[name, reader]] : []
    }),
  )

const readNumbers = (fields: Record<string, unknown>, readers: ReadonlyMap<string, Reader>): void => {
  for (const name in fields) {
    const [text, read] = [fields[name], readers.get(name)]
    // A list parameter may be repeated. All its values form one list.
    if (read === READERS.array && Array.isArray(text)) fields[name] = READERS.array!(text.join(','))
    else if (read && typeof text === 'string') fields[name] = read(text)
  }
}

/**
 * Replaces characters that cannot be stored. Look-ups by the changed text then find nothing, because no record has such a token or name.
 */
const makeStorable = (params: Record<string, string>): void => {
  for (const name in params) if (!isStorable(params[name]!)) params[name] = toStorable(params[name]!)
}

const fieldAt = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '')

const TYPE_IN_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
}

const typeInWords = (type: string | string[]): string =>
  [type]
    .flat()
    .map((each) => TYPE_IN_WORDS[each] ?? each)
    .join(', or ')

/** Messages about the keys of metadata. Clients choose these keys. */
const KEYS_IN_WORDS: Record<string, (limit: number) => string> = {
  maxLength: (limit) => `must have keys of at most ${limit} characters`,
  format: () => 'must not have keys with NUL characters or broken Unicode',
}

const entries = (count: number): string => (count === 1 ? 'one entry' : `${count} entries`)

/** The message for a schema error. Keywords without a message of their own are reported as "is not valid". */
const inWords = (error: ErrorObject): string => {
  const { params } = error
  if (error.propertyName !== undefined) return KEYS_IN_WORDS[error.keyword]?.(params.limit) ?? 'is not valid'
  switch (error.keyword) {
    case 'type':
      return `must be ${typeInWords(params.type)}`
    case 'enum':
      return `must be one of: ${(params.allowedValues as string[]).join(', ')}`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minLength':
      return `must have at least ${params.limit} characters`
    case 'maxProperties':
    case 'maxItems':
      return `must have at most ${entries(params.limit)}`
    case 'minItems':
      return `must have at least ${entries(params.limit)}`
    case 'exclusiveMinimum':
      return params.limit === 0 ? 'must be above zero' : `must be above ${params.limit}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'format':
      return 'must not contain NUL characters or broken Unicode'
    default:
      return 'is not valid'
  }
}

const toProblems = (errors: readonly ErrorObject[], part: string): Problems => {
  const problems = new Problems()
  for (const error of errors) {
    const found = fieldAt(error.instancePath)
    // In a URL, all entries of a list belong to one parameter. An error in an entry is therefore reported without the index.
    const field = part === 'querystring' ? found.replace(/\[\d+\]$/, '') : found
    const unknown = unknownIn(error, part)
    if (error.keyword === 'required')
      problems.add(field === '' ? error.params.missingProperty : `${field}.${error.params.missingProperty}`, 'is required')
    else if (unknown) problems.add(field === '' ? unknown.name : `${field}.${unknown.name}`, unknown.message)
    else problems.add(field === '' ? part : field, inWords(error))
  }
  return problems
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Removes an invalid value from the body. The business rules then check what is left. In a list, the value is replaced by {}, so that the
 * other entries keep their indexes.
 */
const takeOut = (body: unknown, pointer: string): void => {
  const steps = pointer.split('/').slice(1)
  const last = steps.pop()
  if (last === undefined) return
  let holder = body as Record<string, unknown> | undefined
  for (const step of steps) holder = holder?.[step] as Record<string, unknown> | undefined
  if (Array.isArray(holder)) holder[Number(last)] = {}
  else if (typeof holder === 'object' && holder !== null) delete holder[last]
}

/** For each keyword that limits a length: the keywords that are checked only if the list or object is not too long. */
const MEMBERS = {
  maxItems: ['items'],
  maxProperties: ['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
}

/** Adds `format: 'text'` to every schema of a string, except enums. The format refuses characters that cannot be stored. */
const withTextFormat = (schema: Record<string, unknown>): Record<string, unknown> =>
  [schema.type].flat().includes('string') && schema.enum === undefined ? { ...schema, format: 'text' } : schema

/**
 * Completes a schema before it is compiled. Adds the text format and the check for unknown fields. A list or object that is too long is
 * reported once, and its entries are not checked.
 */
const completed = (schema: unknown, unknown: UnknownFields | undefined): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => completed(each, unknown))
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, completed(value, unknown)]))
  const whole = withKnownFields(withTextFormat(inside), unknown)
  const bounds = Object.entries(MEMBERS).filter(([bound, members]) => bound in whole && members.some((member) => member in whole))
  if (bounds.length === 0) return whole
  const members = bounds.flatMap(([, keywords]) => keywords)
  const [inner, rest] = [true, false].map((isMember) =>
    Object.fromEntries(Object.entries(whole).filter(([keyword]) => members.includes(keyword) === isMember)),
  )
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { ...rest, if: Object.fromEntries(bounds.map(([bound]) => [bound, whole[bound]])), then: inner }
}

/** False for errors of the keyword `if`. They only repeat the errors that were found in `then`. */
const isOwnFinding = ({ keyword }: ErrorObject): boolean => keyword !== 'if'

type Validate = ((data: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** Compiles a schema when its route is first called, so that the server starts quickly. */
const lazily = (compile: () => ValidateFunction): Validate => {
  let compiled: ValidateFunction | null = null
  const validate: Validate = (data) => {
    compiled ??= compile()
    const fits = compiled(data) as boolean
    validate.errors = compiled.errors?.filter(isOwnFinding) ?? null
    return fits
  }
  return validate
}

/**
 * Placeholder for the validator in Fastify's `compilersFactory`. Without a placeholder, Fastify would load its own validator, which the
 * server does not use.
 */
export const noValidator = (() => () => {
  throw new Error('compileSchemas was not called')
}) as never

let validator: Ajv | null = null
type Compiled = WeakMap<object, ValidateFunction>
const compiled: Record<UnknownFields | 'unchecked', Compiled> = { refused: new WeakMap(), named: new WeakMap(), unchecked: new WeakMap() }

/** Compiles each schema once per process, because several applications share the schemas. */
const compile = (schema: object, unknown: UnknownFields | undefined): ValidateFunction => {
  validator ??= createValidator()
  const known = compiled[unknown ?? 'unchecked']
  const found = known.get(schema) ?? validator.compile(completed(schema, unknown) as object)
  known.set(schema, found)
  return found
}

/** The schema that is used if an operation declares no query or no body. Every field then counts as unknown. */
export const NO_FIELDS = { properties: {} }
const WITHOUT_BODY = ['GET', 'HEAD']

export const compileSchemas = (app: FastifyInstance): void => {
  const unknownFields = new Map<string, UnknownFields>()
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const unknown = config?.unknownFields
    if (!schema || unknown === undefined) return
    schema.querystring ??= NO_FIELDS
    for (const each of [method].flat()) {
      unknownFields.set(`${each} ${url}`, unknown)
      if (!WITHOUT_BODY.includes(each)) schema.body ??= NO_FIELDS
    }
  })
  app.setValidatorCompiler(({ schema, httpPart, method, url }) => {
    const unknown = httpPart === 'params' ? undefined : unknownFields.get(`${method} ${url}`)
    const validate = lazily(() => compile(schema as object, unknown))
    if (httpPart === 'body') return validate
    const readers = readersOf((schema as { properties?: Properties }).properties ?? {})
    const validateTexts: Validate = (texts) => {
      if (httpPart === 'params') makeStorable(texts as Record<string, string>)
      readNumbers(texts as Record<string, unknown>, readers)
      const fits = validate(texts)
      validateTexts.errors = validate.errors ?? null
      return fits
    }
    return validateTexts
  })
  app.setSchemaErrorFormatter(() => new Error('the request does not fit its schema'))
  app.addHook('preValidation', (request, _reply, done) => {
    dropAbsent(request.query)
    // A POST without a body is treated as if its body were {}.
    if (request.body === undefined && request.method === 'POST') request.body = {}
    done()
  })
}

/** Fastify's error for a request that does not fit its schema. */
export type SchemaFailure = { validation: ErrorObject[]; validationContext?: string }

export const problemsFound = (failure: SchemaFailure): Problems => toProblems(failure.validation, failure.validationContext ?? 'body')

/**
 * Returns the schema errors of a request to a route with `attachValidation`. Removes the invalid values from the body, so that the business
 * rules can check what is left.
 */
export const problemsOf = (request: FastifyRequest): Problems => {
  const failure = request.validationError as SchemaFailure | undefined
  if (!failure) return new Problems()
  const problems = problemsFound(failure)
  // The business rules cannot read a body that is not an object.
  if (!isObject(request.body)) problems.throwIfAny()
  for (const error of failure.validation)
    if (error.keyword !== 'required' && !unknownIn(error, 'body')) takeOut(request.body, error.instancePath)
  return problems
}
