// Checks every answer of a server under test against the schema of its route. Missing or undeclared fields and undeclared errors are findings.

import assert from 'node:assert/strict'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { declaredErrors } from '../../../src/http/docs/openapi.ts'
import { ErrorBody, ErrorsBody } from '../../../src/platform/http/schemas/errors.ts'

/** The JSON Schema keywords that occur in the response schemas. */
type Schema = {
  $ref?: string
  anyOf?: Schema[]
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}
type Named = Record<string, Schema>

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const isOfType = (type: string, value: unknown): boolean => (type === 'integer' ? Number.isInteger(value) : type === typeOf(value))

const isOfOneType = (types: string | string[], value: unknown): boolean =>
  typeof types === 'string' ? isOfType(types, value) : types.some((type) => isOfType(type, value))

/**
 * Lists the places where a value violates a schema, without compiling the schema. Compiling in each test process would take longer than the
 * tests.
 */
export const schemaViolations = (schema: Schema, value: unknown, named: Named, at = 'body', found: string[] = []): string[] => {
  const { $ref, anyOf, type, enum: values, items } = schema
  if ($ref !== undefined) return schemaViolations(named[/\w+(?=#?$)/.exec($ref)![0]]!, value, named, at, found)
  if (anyOf) {
    const inAll: string[] = []
    for (const branch of anyOf) {
      const inBranch = schemaViolations(branch, value, named, at)
      if (inBranch.length === 0) return found
      inAll.push(...inBranch)
    }
    found.push(...inAll)
  } else if (type !== undefined && !isOfOneType(type, value)) found.push(`${at} is ${typeOf(value)}, not ${type}`)
  else if (values && !values.includes(value)) found.push(`${at} is ${JSON.stringify(value)}, none of ${values}`)
  else if (Array.isArray(value)) {
    if (items) for (const [index, each] of value.entries()) schemaViolations(items, each, named, `${at}[${index}]`, found)
  } else if (typeof value === 'object' && value !== null && type !== undefined)
    misfitsInFields(schema, value as Record<string, unknown>, named, at, found)
  return found
}

const misfitsInFields = (schema: Schema, fields: Record<string, unknown>, named: Named, at: string, found: string[]): void => {
  const { properties = {}, required = [], additionalProperties: others = false } = schema
  for (const name of required) if (!(name in fields)) found.push(`${at}.${name} is missing`)
  for (const name in fields) {
    const declared = properties[name] ?? others
    if (typeof declared === 'object') schemaViolations(declared, fields[name], named, `${at}.${name}`, found)
    else if (!declared) found.push(`${at}.${name} is not declared`)
  }
}

type Answers = Record<string, { content: Record<string, { schema: Schema }> }>

/** Further error codes for requests with a portal session. The API document for clients does not describe sessions. */
const SESSION_ERRORS = ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED']
const isInSession = ({ headers }: FastifyRequest): boolean => /__Host-waybill-portal=/.test(headers.cookie ?? '')

const ERRORS_FROM = 400
const UNPROCESSABLE = 422

export const checkAnswers = () => {
  const findings: string[] = []
  let named: Named = {}

  const findingsIn = (request: FastifyRequest, status: number, text: string): string[] => {
    const { method, routeOptions } = request
    const { url, schema = {} } = routeOptions
    const body = JSON.parse(text)
    if (status >= ERRORS_FROM) {
      const errors: readonly string[] = [...declaredErrors(method, url!, schema), ...(isInSession(request) ? SESSION_ERRORS : [])]
      if (!errors.includes(body.code)) return [`${body.code} is not declared`]
      return schemaViolations((status === UNPROCESSABLE ? ErrorsBody : ErrorBody) as object, body, named)
    }
    const declared = ((schema.response ?? {}) as Answers)[status]?.content['application/json']
    return declared ? schemaViolations(declared.schema, body, named) : [`is not declared: ${text}`]
  }

  return {
    watch: (app: FastifyInstance): void => {
      app.addHook('onReady', async () => {
        named = app.getSchemas() as Named
      })
      app.addHook('onSend', async (request, reply, payload) => {
        const { url, schema } = request.routeOptions
        const isDocumented = url !== undefined && schema !== undefined && !('hide' in schema)
        const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
        if (!isDocumented || !isJson || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return
        const found = findingsIn(request, reply.statusCode, String(payload))
        findings.push(...found.map((each) => `${request.method} ${url} ${reply.statusCode}: ${each}`))
      })
    },
    /** Asserts that there have been no findings since the last call. */
    assertNone: (): void => assert.deepEqual(findings.splice(0), [], 'every answer fits the schema of its route'),
  }
}
