// Answers and digests stored for an Idempotency-Key contain no secret in clear text, on any documented operation.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppOptions } from '../../../src/http/app.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Names of secret fields. The field `token` of a notice is only an id. */
const SECRET = /(?:^|_)(?:secret|password|passphrase|recovery_codes|second_factor_code)$|^token$/
const IDS = /notices?(?:\[\])?\.token$/

describe('the data stored for an Idempotency-Key', () => {
  let waybill: Waybill
  let document: Json
  const encrypted = new Set<string>()
  before(async () => {
    const watch: AppOptions['watch'] = (app) =>
      app.addHook('onRoute', ({ method, url, config }) => {
        if (config?.answersSecret) encrypted.add(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
      })
    waybill = await startWaybill(sqlite, { watch })
    document = await wholeDocument(waybill)
  })
  after(() => waybill.close())

  /** Returns the paths of the fields in a schema that hold a secret, judged by the names of the fields. */
  const secretsIn = (schema: Json, at = '', seen: readonly string[] = []): string[] => {
    if (!schema || seen.includes(schema.$ref)) return []
    if (schema.$ref) {
      const named = schema.$ref.split('/').slice(1)
      return secretsIn(
        named.reduce((found: Json, step: string) => found[step], document),
        at,
        [...seen, schema.$ref],
      )
    }
    const choices = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => schema[keyword] ?? [])
    return [
      ...choices.flatMap((choice: Json) => secretsIn(choice, at, seen)),
      ...secretsIn(schema.items, `${at}[]`, seen),
      ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, inner]) => {
        const place = `${at}.${name}`
        return [...(SECRET.test(name) && !IDS.test(place) ? [place] : []), ...secretsIn(inner, place, seen)]
      }),
    ]
  }
  const jsonOf = (part: Json): Json => part?.content?.['application/json']?.schema
  const bodyOf = ({ requestBody }: Json): string[] => secretsIn(jsonOf(requestBody))
  const answersOf = ({ responses }: Json): string[] =>
    Object.entries<Json>(responses).flatMap(([status, answer]) => (status < '300' ? secretsIn(jsonOf(answer)) : []))

  it('has no answer with a secret, or an encrypted one (answersSecret), and no digest of a body with one', () => {
    const kept = operationsIn(document).filter(({ operation }) =>
      (operation.parameters ?? []).some(({ name }: Json) => name.toLowerCase() === 'idempotency-key'),
    )
    assert.ok(kept.length > 50)
    const found = kept.flatMap(({ method, path, operation }) => [
      ...bodyOf(operation).map((place) => `${method} ${path} body${place}`),
      ...(encrypted.has(`${method} ${path}`) ? [] : answersOf(operation).map((place) => `${method} ${path} answer${place}`)),
    ])
    assert.deepEqual(found, [])
  })

  it('is checked by a search that finds secrets', () => {
    const all = operationsIn(document)
    assert.ok(all.filter(({ operation }) => bodyOf(operation).length > 0).length >= 5)
    assert.ok(all.filter(({ operation }) => answersOf(operation).length > 0).length >= 5)
  })
})
