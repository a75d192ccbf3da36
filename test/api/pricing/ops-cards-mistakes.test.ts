// A rate card file with mistakes: each mistake is reported with its row and column, and nothing is stored.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCardCsv } from '../../../src/domain/pricing/card-csv/read-card.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { bytesOf, sampleCsv } from '../../support/samples/card-files.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const OCEAN = 'ocean-export'
const WRONG = sampleCsv(OCEAN).replace('1740', '1,740').replace("20',container", "25',container").replace('USD', 'DOLLAR')

/** The mistakes that `readCardCsv` finds in the file. That reader has its own tests. */
const mistakesIn = (csv: string) => {
  const reading = readCardCsv(bytesOf(csv), 'ocean_export')
  assert.ok(!reading.ok)
  return reading.mistakes
}

forOneEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())
  const post = (path: string, body?: object) => admin.call('POST', `/ops/v1/cards${path}`, body)
  const versions = async (id: string): Promise<number> => (await admin.call('GET', `/ops/v1/cards/${id}`)).json.versions.length

  describe('a file with mistakes', () => {
    it('is invalid, and every mistake is reported with its row and column', async () => {
      const { status, json } = await post('/validate', { csv: WRONG })
      assert.equal(status, 200)
      assert.deepEqual(json, { valid: false, kind: 'ocean_export', title: null, currency: null, mistakes: mistakesIn(WRONG) })
      const currency = json.mistakes[0]!
      assert.deepEqual([currency.row, currency.column], [2, 'currency'])
      assert.match(currency.message, /^"DOLLAR" is not an ISO 4217 currency code/)
    })

    for (const [what, path, more] of [
      ['is not imported', '/import', { id: OCEAN }],
      ['is not compared', `/${OCEAN}/diff`, {}],
    ] as const) {
      it(`${what}: 422 with a detail for each mistake`, async () => {
        const { status, json } = await post(path, { csv: WRONG, ...more })
        assert.deepEqual([status, json.code], [422, 'VALIDATION_FAILED'])
        assert.deepEqual(
          json.details,
          mistakesIn(WRONG).map((mistake) => ({
            field: mistake.column === '(file)' ? 'csv' : `csv row ${mistake.row}, column ${mistake.column}`,
            ...mistake,
          })),
        )
        assert.match(json.errors[0], /^csv row 2, column currency "DOLLAR" is not an ISO 4217 currency code/)
        assert.equal(await versions(OCEAN), 1, 'nothing was stored')
      })
    }

    it('with another kind, or with none, is refused as a whole', async () => {
      const other = await post('/import', { id: OCEAN, csv: sampleCsv('import-air') })
      assert.match(other.json.errors[0], /^csv has the columns of a card of kind import_air, not ocean_export$/)
      const none = await post('/validate', { csv: 'Dear Sir,\nplease find attached' })
      assert.deepEqual([none.status, none.json.valid, none.json.kind], [200, false, null])
      assert.match(none.json.mistakes[0].message, /^does not say which kind of card it is: name one of export_air, /)
    })

    it('names the cell with invalid characters', async () => {
      const { status, json } = await post('/validate', { csv: sampleCsv(OCEAN).replace('container,1740', 'container,17\u202E40') })
      assert.deepEqual([status, json.valid], [200, false])
      assert.ok(
        json.mistakes.some(({ row, column }: Json) => row === 3 && column === 'price_per_unit'),
        JSON.stringify(json.mistakes),
      )
    })
  })

  describe('a request about a file', () => {
    it('for a valid one describes it, and stores nothing', async () => {
      const right = {
        valid: true,
        kind: 'ocean_export',
        title: (await admin.call('GET', `/ops/v1/cards/${OCEAN}`)).json.title,
        currency: 'USD',
      }
      for (const more of [{}, { id: OCEAN }, { kind: 'ocean_export' }, { id: 'new-one', kind: 'ocean_export' }]) {
        const { status, json } = await post('/validate', { csv: sampleCsv(OCEAN), ...more })
        assert.deepEqual([status, json], [200, { ...right, mistakes: [] }], JSON.stringify(more))
      }
      assert.equal(await versions(OCEAN), 1)
      assert.equal((await admin.call('GET', '/ops/v1/cards/new-one')).status, 404)
    })

    const REFUSED: [what: string, body: Json, status: number, message: RegExp][] = [
      ['no file', { id: OCEAN }, 422, /^csv is required$/],
      ['no id', { csv: WRONG }, 422, /^id is required$/],
      ['a malformed id', { id: 'Ocean Export', kind: 'ocean_export' }, 422, /^id must begin with a letter/],
      [
        'an unknown id without a kind',
        { id: 'ocean-exprot' },
        404,
        /^No rate card has the id ocean-exprot\. For a new card, give its kind/,
      ],
      ['another kind than the card’s', { id: OCEAN, kind: 'import_air' }, 422, /^kind is ocean_export for card ocean-export$/],
      ['an unknown kind', { id: OCEAN, kind: 'rail' }, 422, /^kind must be one of: export_air, /],
      ['an unknown business', { id: OCEAN, business: 'NOBODY' }, 422, /^business NOBODY is not the id or prefix of a business$/],
      ['a file that is no text', { id: OCEAN, csv: 5 }, 422, /^csv must be text$/],
    ]
    for (const [what, body, status, message] of REFUSED) {
      it(`with ${what} is ${status}`, async () => {
        const csv = 'csv' in body || what === 'no file' ? {} : { csv: sampleCsv(OCEAN) }
        const answer = await post('/import', { ...csv, ...body })
        assert.equal(answer.status, status)
        assert.match(answer.json.error ?? answer.json.errors[0], message)
        assert.equal(await versions(OCEAN), 1)
      })
    }

    it('larger than 1 MiB is 413', async () => {
      assert.equal((await post('/import', { id: OCEAN, csv: 'x'.repeat(1_048_577) })).status, 413)
    })
  })
})
