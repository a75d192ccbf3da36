// Announced parcels under /v1: creation, listing, changes, cancellation, expiry and import.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PROBLEMS_MAX } from '../../../src/domain/values/errors.ts'
import { expireInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { fieldsOf } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PATH = '/v1/inbound_parcels'
const DAY_MS = 24 * 60 * 60 * 1000
const LARGE_FILE_ROWS = process.env.SOAK ? 10_000 : 1_001

forOneEngine((engine) => {
  describe('an inbound parcel', () => {
    let waybill: Waybill
    let tenant: Tenant
    let customer: Json
    let next = 1_000_000
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      customer = await newCustomer(tenant)
    })
    after(() => waybill.close())

    const newNumber = (): string => `YT88${next++}00001`
    const create = (more: object = {}): Promise<Answer> =>
      tenant.post(PATH, { inbound_parcel: { customer_id: customer.address_suffix, courier_numbers: [newNumber()], ...more } })
    const created = async (more: object = {}): Promise<Json> => {
      const answer = await create(more)
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    }
    const patch = (path: string, body: object): Promise<Answer> => waybill.call('PATCH', path, body, { key: tenant.testKey })
    const eventsOf = async (id: string): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${id}`)).json.map(({ type }: Json) => type)

    it('is announced with all its fields, and read back', async () => {
      const number = newNumber()
      const item = {
        description: 'Phones',
        quantity: 3,
        unit_value: 1200.5,
        currency: 'cny',
        hs_code: '8517.13',
        country_of_origin: 'China',
        has_battery: true,
      }
      const inbound = await created({
        courier: 'YTO',
        courier_numbers: [number],
        items: [item, { description: 'Vase', unit_value: 1500, currency: 'JPY' }],
        transport_mode: 'air',
        note: 'Fragile',
        client_reference: 'ORDER-77',
        metadata: { shop: '12' },
      })
      assert.partialDeepStrictEqual(inbound, {
        status: 'expected',
        mode: 'test',
        parcel_customer_id: customer.parcel_customer_id,
        courier: 'YTO',
        courier_numbers: [number],
        items: [
          {
            description: 'Phones',
            quantity: 3,
            unit_value: '1200.50',
            currency: 'CNY',
            hs_code: '851713',
            country_of_origin: 'CN',
            has_battery: true,
            has_liquid: false,
          },
          { description: 'Vase', quantity: 1, unit_value: '1500', currency: 'JPY' },
        ],
        transport_mode: 'air',
        note: 'Fragile',
        packages: [],
        client_reference: 'ORDER-77',
        metadata: { shop: '12' },
      })
      assert.deepEqual((await tenant.get(`${PATH}/${inbound.inbound_parcel_id}`)).json, inbound)
      assert.deepEqual(await eventsOf(inbound.inbound_parcel_id), ['inbound_parcel.created'])
      const spelled = encodeURIComponent(number.toLowerCase().replace('yt88', 'yt-88 '))
      for (const query of ['client_reference=ORDER-77', `courier_number=${spelled}`])
        assert.deepEqual((await tenant.get(`${PATH}?${query}`)).json, [inbound], query)
    })

    it('names its customer by any identifier of the contract', async () => {
      const { address_suffix: suffix, parcel_customer_id: token } = customer
      for (const named of [{ customer_id: token }, { parcel_customer_token: suffix }, { address_suffix: suffix.replace(/^\D+/, '') }]) {
        const inbound = await created({ customer_id: undefined, ...named })
        assert.equal(inbound.parcel_customer_id, token)
      }
      assertRejected(await create({ customer_id: 'NOBODY' }), 'CUSTOMER_NOT_FOUND')
    })

    const REFUSED: [what: string, more: object, fields: string[]][] = [
      ['no number', { courier_numbers: [] }, ['inbound_parcel.courier_numbers']],
      ['no customer', { customer_id: undefined }, ['inbound_parcel.customer_id']],
      ['a number too short', { courier_numbers: ['12-34'] }, ['inbound_parcel.courier_numbers[0]']],
      ['a number that a spreadsheet shortened', { courier_numbers: ['5.01235E+14'] }, ['inbound_parcel.courier_numbers[0]']],
      ['a number twice', { courier_numbers: ['AB1234567', 'ab 1234567'] }, ['inbound_parcel.courier_numbers[1]']],
      ['an unknown currency', { items: [{ description: 'A', unit_value: 1, currency: 'XYZ' }] }, ['inbound_parcel.items[0].currency']],
      ['a value without a currency', { items: [{ description: 'A', unit_value: 1 }] }, ['inbound_parcel.items[0].currency']],
      ['too many decimals', { items: [{ description: 'A', unit_value: 1.234, currency: 'CNY' }] }, ['inbound_parcel.items[0].unit_value']],
      [
        'decimals of a currency without',
        { items: [{ description: 'A', unit_value: 1.5, currency: 'JPY' }] },
        ['inbound_parcel.items[0].unit_value'],
      ],
      ['too many digits', { items: [{ description: 'A', unit_value: 1e12, currency: 'CNY' }] }, ['inbound_parcel.items[0].unit_value']],
      ['a wrong HS code', { items: [{ description: 'A', hs_code: '12345' }] }, ['inbound_parcel.items[0].hs_code']],
      [
        'several at once',
        { courier_numbers: ['x'], items: [{ country_of_origin: 'Atlantis' }], transport_mode: 'rail' },
        [
          'inbound_parcel.courier_numbers[0]',
          'inbound_parcel.items[0].country_of_origin',
          'inbound_parcel.items[0].description',
          'inbound_parcel.transport_mode',
        ],
      ],
    ]
    for (const [what, more, fields] of REFUSED)
      it(`is refused with ${what}`, async () => {
        const answer = await create(more)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(fieldsOf(answer), fields)
      })

    it('has a number that can be announced once at a time, and reused later', async () => {
      const number = newNumber()
      const first = await created({ courier_numbers: [number] })
      const again = await create({ courier_numbers: [number.toLowerCase()] })
      assertRejected(again, 'VALIDATION_FAILED')
      assert.match(again.json.errors[0], new RegExp(first.inbound_parcel_id))
      await tenant.post(`${PATH}/${first.inbound_parcel_id}/cancel`)
      await created({ courier_numbers: [number] })
    })

    it('is announced once when several announce it at the same moment', async () => {
      const number = newNumber()
      const answers = await Promise.all(Array.from({ length: 4 }, () => create({ courier_numbers: [number] })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
    })

    it('is changed field by field; null clears a field, lists are replaced', async () => {
      const inbound = await created({ courier: 'YTO', note: 'Fragile', transport_mode: 'air', items: [{ description: 'A' }] })
      const path = `${PATH}/${inbound.inbound_parcel_id}`
      const other = newNumber()
      const changed = await patch(path, {
        inbound_parcel: { note: null, transport_mode: 'ocean', courier_numbers: [other], items: [{ description: 'B' }] },
      })
      assert.equal(changed.status, 200, changed.text)
      assert.partialDeepStrictEqual(changed.json, { courier: 'YTO', note: null, transport_mode: 'ocean', courier_numbers: [other] })
      assert.equal(changed.json.items[0].description, 'B')
      assert.deepEqual(await eventsOf(inbound.inbound_parcel_id), ['inbound_parcel.changed', 'inbound_parcel.created'])
      assertRejected(await patch(path, { inbound_parcel: { courier_numbers: ['1'] } }), 'VALIDATION_FAILED')
      await created({ courier_numbers: inbound.courier_numbers })
    })

    it('is cancelled once, and cannot be changed afterwards', async () => {
      const { inbound_parcel_id: id } = await created()
      const cancelled = await tenant.post(`${PATH}/${id}/cancel`, { comment: 'Sent back' })
      assert.partialDeepStrictEqual(cancelled.json, { status: 'cancelled', comment: 'Sent back' })
      assertRejected(await tenant.post(`${PATH}/${id}/cancel`), 'INVALID_TRANSITION')
      assertRejected(await patch(`${PATH}/${id}`, { inbound_parcel: { note: 'x' } }), 'INVALID_TRANSITION')
      assert.deepEqual(await eventsOf(id), ['inbound_parcel.cancelled', 'inbound_parcel.created'])
      const listed: Json[] = (await tenant.get(`${PATH}?status=cancelled`)).json
      assert.ok(listed.every(({ status }) => status === 'cancelled') && listed.some((each) => each.inbound_parcel_id === id))
    })

    it('expires after the operator’s number of days, by the clock of its business', async () => {
      const { inbound_parcel_id: id } = await created()
      await expireInbound(waybill.deps, 60)
      assert.equal((await tenant.get(`${PATH}/${id}`)).json.status, 'expected')
      await tenant.post('/v1/test_clock', { advance_seconds: (61 * DAY_MS) / 1000 })
      await expireInbound(waybill.deps, 60)
      await tenant.post('/v1/test_clock', { reset: true })
      const expired = (await tenant.get(`${PATH}/${id}`)).json
      assert.equal(expired.status, 'expired')
      assert.deepEqual(await eventsOf(id), ['inbound_parcel.expired', 'inbound_parcel.created'])
    })

    describe('imported from a file', () => {
      const HEADER = 'customer_id,courier_numbers,description,quantity,unit_value,currency,transport_mode'
      const importing = (rows: string[], more: object = {}): Promise<Answer> =>
        tenant.post(`${PATH}/import`, { csv: `${[HEADER, ...rows].join('\r\n')}\r\n`, ...more })

      it('is previewed with every mistake by row and column, without storing anything', async () => {
        const known = newNumber()
        await created({ courier_numbers: [known] })
        const [good, twice] = [newNumber(), newNumber()]
        const rows = [
          `${customer.address_suffix},${good},Phone cases,20,12.50,CNY,air`,
          `NOBODY,${newNumber()},Shoes,1,1,CNY,air`,
          `${customer.address_suffix},${known},Shoes,0,abc,XYZ,rail`,
          `${customer.address_suffix},${twice};${twice.toLowerCase()},Shoes,,,,`,
          `${customer.address_suffix},${good},Shoes,,,,`,
        ]
        const before = (await tenant.get(PATH)).json.length
        const preview = await importing(rows, { dry_run: true })
        assert.equal(preview.status, 200, preview.text)
        assert.deepEqual([preview.json.rows, preview.json.inbound_parcels], [5, []])
        assert.deepEqual(preview.json.mistakes.map(({ row, column }: Json) => `${row} ${column}`).sort(), [
          '3 customer_id',
          '4 courier_numbers',
          '4 currency',
          '4 quantity',
          '4 transport_mode',
          '4 unit_value',
          '5 courier_numbers',
          '6 courier_numbers',
        ])
        assertRejected(await importing(rows), 'VALIDATION_FAILED')
        assert.equal((await tenant.get(PATH)).json.length, before)
      })

      it('is imported completely', async () => {
        const rows = Array.from({ length: 30 }, () => `${customer.address_suffix},${newNumber()},Phone cases,20,12.50,CNY,air`)
        const { status, json, text } = await importing(rows)
        assert.equal(status, 200, text)
        assert.deepEqual([json.rows, json.inbound_parcels.length], [30, 30])
        assert.equal(json.inbound_parcels[29].items[0].unit_value, '12.50')
      })

      it('is announced once when sent twice at the same moment, and the other answer names every row', async () => {
        const rows = Array.from({ length: 20 }, () => `${customer.address_suffix},${newNumber()},Shoes,1,12.50,CNY,air`)
        const answers = await Promise.all([importing(rows), importing(rows)])
        const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
        assert.deepEqual([won!.status, won!.json.rows], [200, 20])
        assertRejected(lost!, 'VALIDATION_FAILED')
        assert.equal(lost!.json.details.length, 20)
      })

      it('lists a limited number of mistakes, and counts the rest', async () => {
        const rows = Array.from({ length: PROBLEMS_MAX + 20 }, () => `NOBODY,${newNumber()},Shoes,1,1,CNY,air`)
        const message = 'has 20 more mistakes than the 100 listed'
        const { mistakes } = (await importing(rows, { dry_run: true })).json
        assert.equal(mistakes.length, PROBLEMS_MAX + 1)
        assert.deepEqual(mistakes.at(-1), { row: 0, column: 'csv', message })
        const refused = await importing(rows)
        assertRejected(refused, 'VALIDATION_FAILED')
        assert.equal(refused.json.errors.at(-1), `csv ${message}`)
      })

      it('has values with the decimals of their currencies', async () => {
        const values = ['12.345,CNY', '12.5,JPY', '1234567890123,USD', '99999999999999999999,USD', '5,', '-1,CNY', '1.234,KWD']
        const rows = values.map((value) => `${customer.address_suffix},${newNumber()},Shoes,1,${value},air`)
        const { json } = await importing(rows, { dry_run: true })
        assert.deepEqual(
          json.mistakes.map(({ row, column }: Json) => `${row} ${column}`),
          ['2 unit_value', '3 unit_value', '4 unit_value', '5 unit_value', '6 currency', '7 unit_value'],
        )
      })

      it(`with ${LARGE_FILE_ROWS} rows is checked and imported completely; one with more than 10,000 gets a clear error`, async () => {
        const row = () => `${customer.address_suffix},${newNumber()},,,,,`
        const rows = Array.from({ length: LARGE_FILE_ROWS }, row)
        assert.deepEqual((await importing(rows, { dry_run: true })).json, { rows: LARGE_FILE_ROWS, mistakes: [], inbound_parcels: [] })
        const { status, json, text } = await importing(rows)
        assert.equal(status, 200, text.slice(0, 500))
        assert.deepEqual(
          [json.rows, new Set(json.inbound_parcels.map((each: Json) => each.inbound_parcel_id)).size],
          [LARGE_FILE_ROWS, LARGE_FILE_ROWS],
        )
        const again = await importing(rows.slice(-2), { dry_run: true })
        assert.deepEqual(
          again.json.mistakes.map((mistake: Json) => [mistake.row, mistake.column, /is already expected/.test(mistake.message)]),
          [
            [2, 'courier_numbers', true],
            [3, 'courier_numbers', true],
          ],
        )
        const answer = await importing(Array.from({ length: 10_001 }, (_, index) => `SMP1001,YT${10_000_000 + index},,,,,`))
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.json.errors[0], /10001 rows; one import takes at most 10000/)
      })

      it('names unknown and missing columns', async () => {
        const { json } = await tenant.post(`${PATH}/import`, { csv: 'customer,weight\n1,2\n', dry_run: true })
        assert.deepEqual(
          json.mistakes.filter(({ row }: Json) => row === 1).map(({ column }: Json) => column),
          ['customer_id', 'courier_numbers', 'customer', 'weight'],
        )
      })
    })
  })
}, postgres)
