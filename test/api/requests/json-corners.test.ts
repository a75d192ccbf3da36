// Edge cases of JSON bodies on every POST, for businesses and staff: 400 if malformed, never a 5xx, always an answer within a minute.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import type { DocumentedOperation } from '../../support/document/operations.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { inTurn } from '../../support/samples/in-turn.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const OPEN_BODY_MAX_BYTES = 64 * 1024
const STALLED_MS = 60_000

/** Each case is sent to one third of the routes, because all routes share one parser. The soak sends every case to every route. */
const TURNS = 3

const bytes = (...values: number[]): Uint8Array => Uint8Array.of(...values)
const inText = (...values: number[]): Uint8Array => bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, ...values, 0x22, 0x7d)
const digits = '9'.repeat(10_000)

const MALFORMED: Record<string, string | Uint8Array> = {
  'a lone byte-order mark': bytes(0xef, 0xbb, 0xbf),
  'truncated UTF-8': inText(0xe2, 0x82),
  'overlong UTF-8': inText(0xc0, 0xaf),
  'a surrogate in UTF-8': inText(0xed, 0xa0, 0x80),
  'trailing text': '{} and more',
  'two values': '{}{}',
  'deep nesting': `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  'nesting that never ends': '{"a":'.repeat(100_000),
  'a raw NUL in a text': '{"a":"\0"}',
  'a lone NUL': '\0',
  'a cut document': '{"a":"\\ud8',
  'a number with a cut exponent': '{"a":1e}',
}

/** Valid JSON. Each route accepts the document, or refuses its values with an error other than 400. */
const READABLE: Record<string, string> = {
  'a byte-order mark before the document': '\uFEFF{"unknown":1}',
  'lone surrogates':
    '{"comment":"\\ud800","rate_id":"\\udc00","body":"\\ud800","action":"\\ud800","parcel":{"sender_name":"\\ud800"},"\\ud800":1}',
  'an escaped NUL':
    '{"comment":"\\u0000","rate_id":"\\u0000","parcel":{"sender_name":"\\u0000"},"url":"\\u0000","since":"\\u0000","name":"\\u0000"}',
  'duplicate keys': '{"parcel":{},"parcel":[],"comment":"a","comment":1,"rate_id":1,"action":"hold","action":"x"}',
  exponents: '{"parcel":{"declared_weight":1e999},"weight":-1e999,"advance_seconds":1e999,"quantity":1E-999,"overlap_seconds":1e5}',
  '10,000 digits': `{"parcel":{"declared_weight":${digits}},"weight":${digits},"advance_seconds":0.${digits},"overlap_seconds":${digits}}`,
}

describe('JSON on every POST', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let posts: { name: string; isJson: boolean; isOpen: boolean; send(rawBody: string | Uint8Array): Promise<Answer> }[]
    before(async () => {
      waybill = await startWaybill(engine)
      const tenant: Tenant = await waybill.newTenant()
      const staff = await signedIn(waybill, 'admin')
      const quote = (await newQuote(tenant, importOcean())).parcel_quote_id
      const parcel = (await bookedQuote(tenant, importOcean())).parcel_details.parcels[0].parcel_id
      const endpoint = (await newEndpoint(tenant, 'https://shop.example/')).webhook_endpoint_id
      const idFor = (path: string): string => (/quotes|create_shipment/.test(path) ? quote : path.includes('webhook') ? endpoint : parcel)
      const toPost = ({ path, needsKey, operation }: DocumentedOperation) => {
        const address = path.replaceAll(/\{\w+\}/g, idFor(path))
        const content = operation.requestBody?.content
        return {
          name: path,
          isJson: content === undefined || 'application/json' in content,
          isOpen: !(operation.security?.length > 0),
          send: (rawBody: string | Uint8Array) =>
            needsKey
              ? tenant.post(address, undefined, { rawBody })
              : waybill.call('POST', address, undefined, { headers: staff.headers, rawBody }),
        }
      }
      // Excludes the sign-out routes, because signing out would end the session that the tests use.
      posts = (await documentedOperations(waybill))
        .filter(({ method, path }) => method === 'POST' && !/sign_out|logout/.test(path))
        .map(toPost)
      assert.ok(posts.length > 40, `${posts.length}`)
    })
    after(() => waybill.close())

    const answered = async (name: string, answer: Promise<Answer>): Promise<Answer> => {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error(`${name} is not answered`)), STALLED_MS)
      return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
    }

    for (const [turn, [what, rawBody]] of Object.entries(MALFORMED).entries())
      it(`400 INVALID_JSON for ${what}`, async () => {
        for (const { name, isJson, isOpen, send } of inTurn(posts, turn, TURNS)) {
          const { status, json } = await answered(name, send(rawBody))
          const isTooLong = isOpen && rawBody.length > OPEN_BODY_MAX_BYTES
          if (isJson) assert.deepEqual([status, json?.code], isTooLong ? [413, 'PAYLOAD_TOO_LARGE'] : [400, 'INVALID_JSON'], name)
          else assert.ok(status < 500, `${name} ${status}`)
        }
      })

    for (const [turn, [what, rawBody]] of Object.entries(READABLE).entries())
      it(`${what}: accepted or refused, never a 5xx`, async () => {
        for (const { name, send } of inTurn(posts, turn, TURNS)) {
          const { status, text } = await answered(name, send(rawBody))
          assert.ok(status < 500 && status !== 400, `${name} ${status} ${text}`)
        }
      })
  })
})
