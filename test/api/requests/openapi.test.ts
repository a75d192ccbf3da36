// The API documents list exactly the routes of the router and match the real answers. The reference pages load nothing from other servers.

import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { ERRORS } from '../../../src/domain/values/errors.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { DocumentedOperation } from '../../support/document/operations.ts'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { callOps } from '../../support/document/ops-calls.ts'
import { callV1 } from '../../support/document/v1-calls.ts'
import { postgres, sqlite } from '../../support/engine/engines.ts'
import { schemaViolations } from '../../support/server/answer-check.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Routes that the API documents leave out: the documents themselves, web pages, and files to download. */
const UNDOCUMENTED = [
  'GET /',
  'GET /console',
  'GET /console*',
  'GET /console/assets/{name}',
  'GET /console/service-worker.js',
  'GET /docs',
  'GET /docs/{name}',
  'GET /llms.txt',
  'GET /logo/{file}',
  'GET /client.tgz',
  'GET /openapi.json',
  'GET /openapi.yaml',
  'GET /ops/openapi.json',
  'GET /ops/openapi.yaml',
  'GET /ops/reference',
  'GET /ops/reference*',
  'GET /portal',
  'GET /portal*',
  'GET /portal/assets/{name}',
  'GET /reference',
  'GET /reference*',
  'GET /track',
  'GET /track/{number}',
  'GET /unsubscribe/{id}',
  'POST /unsubscribe/{id}',
]

/**
 * Converts Fastify's printed route tree into a list such as `GET /v1/packages/{id}/track`. The tree is indented by four characters per
 * level.
 */
const routesOf = (app: FastifyInstance): string[] => {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const { indent, path, methods } = /^(?<indent>[\s│]*)[├└]── (?<path>\S+) \((?<methods>[^)]+)\)$/.exec(line)!.groups!
      const depth = indent!.length / 4
      above.length = depth
      above[depth] = path!
      const whole = above.join('').replaceAll(/:(\w+)/g, '{$1}')
      return methods!.split(', ').map((method) => `${method} ${whole}`)
    })
    .filter((route) => !route.startsWith('HEAD '))
}

describe('/openapi.json and /ops/openapi.json', () => {
  let app: FastifyInstance
  let waybill: Waybill
  let document: Json
  let operations: DocumentedOperation[]
  before(async () => {
    subscribe('fastify.initialization', (message) => {
      app ??= (message as { fastify: FastifyInstance }).fastify
    })
    // test/scenarios/audit/every-flow.test.ts makes the same calls on SQLite.
    waybill = await startWaybill(postgres)
    document = await wholeDocument(waybill)
    operations = operationsIn(document)
  })
  after(() => waybill.close())

  it('are OpenAPI 3.1 and list exactly the operations of the router', () => {
    assert.match(document.openapi, /^3\.1\./)
    const documented = operations.map(({ method, path }) => `${method} ${path}`)
    assert.ok(documented.length >= 12)
    // Only the portal calls the routes of /portal/v1, so no document lists them.
    const routes = routesOf(app).filter((route) => !route.includes(' /portal/v1/'))
    assert.deepEqual([...documented, ...UNDOCUMENTED].sort(), routes.sort())
  })

  it('have a name, a description and an example for every operation', () => {
    for (const { method, path, operation } of operations) {
      const which = `${method} ${path}`
      for (const field of ['operationId', 'summary', 'description']) assert.ok(operation[field], `${which} has a ${field}`)
      const good = Object.keys(operation.responses).filter((status) => status < '300')
      assert.ok(good.length > 0, which)
      const media = [...good.map((status) => operation.responses[status].content), operation.requestBody?.content ?? {}]
      for (const [type, shown] of media.flatMap((content) => Object.entries<Json>(content))) {
        if (type === 'application/json') assert.ok(shown.example ?? shown.examples, `${which} has an example`)
      }
      for (const status of good) assert.notEqual(operation.responses[status].description, 'Default Response', which)
      if (path === '/labels/{file}') assert.ok(operation.parameters[0].example)
    }
    assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  })

  it('show examples that match their schemas, without undeclared fields', () => {
    for (const { method, path, operation } of operations) {
      const media = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap(
        (part) => part?.content?.['application/json'] ?? [],
      )
      for (const { schema, example, examples = {} } of media)
        for (const value of [...(example === undefined ? [] : [example]), ...Object.values<Json>(examples).map((each) => each.value)])
          assert.deepEqual(schemaViolations(schema, value, document.components.schemas), [], `${method} ${path}`)
    }
  })

  it('list the error answers of every operation, each code with an example', () => {
    for (const { method, path, needsKey, operation } of operations) {
      const which = `${method} ${path}`
      const takesQuery = operation.parameters?.some((parameter: Json) => parameter.in === 'query')
      const expected = [
        '500',
        ...(needsKey ? ['401', '429', '503'] : []),
        ...(path.includes('{') ? ['404'] : []),
        ...(operation.requestBody ? ['400', '413', '415'] : []),
        ...(operation.requestBody || takesQuery ? ['422'] : []),
      ]
      for (const status of expected) assert.ok(operation.responses[status], `${which} lists ${status}`)
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        if (status < '400') continue
        for (const [code, { value }] of Object.entries<Json>(response.content['application/json'].examples)) {
          assert.equal(String(ERRORS[code as keyof typeof ERRORS].status), status, `${which} ${code}`)
          assert.equal(value.code, code)
        }
      }
    }
  })

  it('require a body only if one of its fields is required', () => {
    const isRequired = (id: string): boolean | undefined =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.requestBody.required
    assert.deepEqual(['createQuote', 'holdOrReleasePackage', 'createShipment', 'cancelPackage'].map(isRequired), [true, true, false, false])
    for (const { operation } of operations) {
      const schema = operation.requestBody?.content['application/json']?.schema
      if (schema) assert.equal(operation.requestBody.required, (schema.required ?? []).length > 0, operation.operationId)
    }
  })

  it('have the whole error catalogue', () => {
    for (const [code, { status, meaning }] of Object.entries(ERRORS)) {
      assert.ok(document.info.description.includes(`| \`${code}\` | ${status} | ${meaning} |`), code)
    }
  })

  it('describe the real answers of every operation, successes and errors', async () => {
    const ajv = new Ajv2020({ strict: false, formats: { text: true } })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    const seen = new Set<string>()
    const compiled = new Map<string, ValidateFunction>()
    const pointer = (...steps: string[]) =>
      steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
    const tenant = await waybill.newTenant()
    const call = async (route: string, id = '', body?: unknown, options: object = {}): Promise<Json> => {
      const [method, path] = route.split(' ') as [string, string]
      const ids = id.split(' ')
      const url = path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? '')
      const answer = await waybill.call(method, url, body, { key: tenant.testKey, ...options })
      const type = answer.headers.get('content-type')!.split(';')[0]!
      const at = ['paths', path.split('?')[0]!, method.toLowerCase(), 'responses', String(answer.status), 'content', type, 'schema']
      // Outside the soak, answers to staff are not checked here, because compiling so many schemas with Ajv takes a long time. The server
      // under test checks every answer itself.
      if (type === 'application/json' && (process.env.SOAK || !path.startsWith('/ops/'))) {
        const $ref = `document#${pointer(...at)}`
        const fits = compiled.getOrInsertComputed($ref, () => ajv.compile({ $ref }))
        assert.ok(fits(answer.json), `${route} ${answer.status}: ${ajv.errorsText(fits.errors)} in ${answer.text}`)
      }
      seen.add(`${method} ${path.split('?')[0]} ${answer.status}`)
      return answer.json
    }
    await callV1(call)
    await callOps(call, waybill)

    const good = operations.flatMap(({ method, path, operation }) =>
      Object.keys(operation.responses).flatMap((status) => (status < '300' ? [`${method} ${path} ${status}`] : [])),
    )
    assert.deepEqual(
      good.filter((answer) => !seen.has(answer)),
      [],
      'every good answer was seen',
    )
  })
})

describe('the reference', () => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(sqlite)
  })
  after(() => waybill.close())

  for (const [path, title, source] of [
    ['/reference', 'Waybill API reference', '/openapi.json'],
    ['/ops/reference', 'Waybill operations reference', '/ops/openapi.json'],
  ] as const)
    it(`${path} serves its page, its script and its document from this server alone`, async () => {
      const moved = await waybill.call('GET', path)
      assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${path}/`])
      const page = await waybill.call('GET', `${path}/`)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type')!, /^text\/html/)
      assert.ok(page.text.includes(`<title>${title}</title>`))
      assert.doesNotMatch(page.text, /(https?:)?\/\/\w/, 'no other origin is named')
      assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; script-src 'self' /)
      const locations = [...page.text.matchAll(/(?:src|href)="([^"]+)"|"url": "([^"]+)"/g)].map((found) => (found[1] ?? found[2])!)
      assert.ok(locations.length >= 2)
      for (const location of locations) {
        const part = await waybill.call('GET', new URL(location, `${waybill.url}${path}/`).pathname)
        assert.equal(part.status, 200, location)
        if (location.endsWith('.json')) assert.deepEqual(part.json.paths, (await waybill.call('GET', source)).json.paths)
        else assert.match(part.headers.get('content-type')!, /javascript/)
      }
    })
})
