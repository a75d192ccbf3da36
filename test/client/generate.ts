// Writes client/src/generated.ts: the types of the client, from the API document. Fields that are always present are not optional.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../support/calls/quote-calls.ts'
import { operationsIn, withoutReferences } from '../support/document/operations.ts'
import { sqlite } from '../support/engine/engines.ts'
import { startWaybill } from '../support/server/waybill.ts'

export const GENERATED = join(import.meta.dirname, '../../client/src/generated.ts')

const nameIn = (ref: string): string => ref.split('/').at(-1)!
const quoted = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))
const commented = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''

const PRIMITIVES: Record<string, string> = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }

const objectType = ({ properties, required = [], additionalProperties }: Json): string => {
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  const fields = Object.entries<Json>(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    return `${commented(schema.description)}${quoted(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n}`
}

const typeOf = (schema: Json): string => {
  if (schema.$ref) return nameIn(schema.$ref)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items)}>`
  if (schema.type === 'object') return objectType(schema)
  return PRIMITIVES[schema.type] ?? 'unknown'
}

const JSON_TYPE = 'application/json'

const queryIn = (operation: Json): Json[] => (operation.parameters ?? []).filter((parameter: Json) => parameter.in === 'query')

const FILE_TYPE = `/** A downloaded file. */
export type DownloadedFile = {
/** The name of the file, as the server sends it: INV-2026-000042.pdf */
name: string
bytes: Uint8Array
}`

const described = (operation: Json, path: string): { takes: string[]; isFile: boolean; type: string } => {
  const parts: [name: string, type: string][] = []
  if (path.includes('{')) parts.push(['id', 'string'])
  const body = operation.requestBody
  if (body) parts.push([`body${body.required ? '' : '?'}`, typeOf(body.content[JSON_TYPE].schema)])
  const query = queryIn(operation)
  if (query.length > 0) {
    // A query parameter that is a list may also be given as a single value.
    const valuesOf = (schema: Json): Json => (schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema)
    const properties = Object.fromEntries(query.map(({ name, schema, description }) => [name, { ...valuesOf(schema), description }]))
    parts.push(['query', objectType({ properties })])
  }
  const good = Object.keys(operation.responses).find((status) => status < '300')!
  const json = operation.responses[good].content[JSON_TYPE]
  const answer = json ? typeOf(json.schema) : 'DownloadedFile'
  return {
    isFile: !json,
    takes: parts.map(([name]) => name.replace('?', '')),
    type: `{\n${[...parts, ['answer', answer]].map(([name, type]) => `${name}: ${type}`).join('\n')}\n}`,
  }
}

const indented = (text: string): string => {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*[}\])]/.test(line)) depth--
      const whole = `${'  '.repeat(depth)}${line.trim()}`
      if (!/^\s*\/\*\*/.test(line) && /[{[(]$/.test(line)) depth++
      return whole.trimEnd()
    })
    .join('\n')
}

export const generatedTypes = (given: Json): string => {
  const document = withoutReferences(given)
  const schemas = Object.entries<Json>(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const operations = operationsIn(document).map(({ method, path, operation }) => ({
    method,
    path: path.replace(/\{\w+\}/, '{id}'),
    operation,
    ...described(operation, path),
  }))
  const payloads = Object.values<Json>(document.webhooks).map(({ post }) => typeOf(post.requestBody.content[JSON_TYPE].schema))
  const parts = [
    '// The types and operations of the API, generated from its document by `npm run client:types`. Do not edit.',
    FILE_TYPE,
    ...schemas.map(([name, schema]) => `${commented(schema.description)}export type ${name} = ${typeOf(schema)}`),
    `/** The payload of a webhook, by its \`type\`. */\nexport type WebhookPayload =\n${payloads.map((payload) => `| ${payload}`).join('\n')}`,
    `export type Operations = {\n${operations
      .map(({ operation, type }) => `${commented(`${operation.summary}. ${operation.description}`)}${operation.operationId}: ${type}`)
      .join('\n')}\n}`,
    `export const OPERATIONS = {\n${operations
      .map(({ method, path, operation, takes, isFile }) => {
        const taken = takes.map(literal).join(', ')
        return `${operation.operationId}: { method: '${method}', path: '${path}', takes: [${taken}], isFile: ${isFile} },`
      })
      .join('\n')}\n} as const`,
  ]
  return `${indented(parts.join('\n\n'))}\n`
}

if (import.meta.main) {
  const waybill = await startWaybill(sqlite)
  await writeFile(GENERATED, generatedTypes((await waybill.call('GET', '/openapi.json')).json))
  await waybill.close()
}
