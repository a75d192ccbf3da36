// Checks every answer of a server under test against the schema of its route: a field that is missing or undeclared is a finding, and so is an error that the operation does not declare.

import assert from 'node:assert/strict'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { declaredErrors } from '../../../src/http/document/openapi.ts'
import { ErrorBody, ErrorsBody } from '../../../src/http/schemas/errors.ts'

/** The keywords that schemas of answers use. */
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

/** Walks schema and value together: compiling the schemas in each of many test processes would take longer than their tests. */
export const misfits = (schema: Schema, value: unknown, named: Named, at = 'body'): string[] => {
  if (schema.$ref !== undefined) return misfits(named[/\w+(?=#?$)/.exec(schema.$ref)![0]]!, value, named, at)
  if (schema.anyOf) {
    const branches = schema.anyOf.map((branch) => misfits(branch, value, named, at))
    return branches.find((found) => found.length === 0) ?? branches.flat()
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value)))
    return [`${at} is ${typeOf(value)}, not ${schema.type}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}, none of ${schema.enum}`]
  if (Array.isArray(value) && schema.items) return value.flatMap((each, index) => misfits(schema.items!, each, named, `${at}[${index}]`))
  if (typeOf(value) !== 'object' || schema.type === undefined) return []
  const fields = value as Record<string, unknown>
  const { properties = {}, required = [], additionalProperties: others = false } = schema
  const misfitsOf = ([name, each]: [string, unknown]): string[] => {
    const declared = properties[name] ?? others
    if (typeof declared === 'object') return misfits(declared, each, named, `${at}.${name}`)
    return declared ? [] : [`${at}.${name} is not declared`]
  }
  return [
    ...required.filter((name) => !(name in fields)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(fields).flatMap(misfitsOf),
  ]
}

type Answers = Record<string, { content: Record<string, { schema: Schema }> }>

const ERRORS_FROM = 400
const UNPROCESSABLE = 422

export const checkAnswers = () => {
  const findings: string[] = []
  let named: Named = {}

  const findingsIn = ({ method, routeOptions: { url, schema = {} } }: FastifyRequest, status: number, text: string): string[] => {
    const body = JSON.parse(text)
    if (status >= ERRORS_FROM) {
      if (!declaredErrors(method, url!, schema).includes(body.code)) return [`${body.code} is not declared`]
      return misfits((status === UNPROCESSABLE ? ErrorsBody : ErrorBody) as object, body, named)
    }
    const declared = ((schema.response ?? {}) as Answers)[status]?.content['application/json']
    return declared ? misfits(declared.schema, body, named) : [`is not declared: ${text}`]
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
    /** The findings since it was last asked. */
    assertNone: (): void => assert.deepEqual(findings.splice(0), [], 'every answer fits the schema of its route'),
  }
}
