// A carrier's label is downloaded once, stored, and served by Waybill itself, even while the carrier is down.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CarrierFailure } from '../../../src/carriers/carrier.ts'
import { fetchLabelSoon } from '../../../src/flows/booking/carrier-label.ts'
import { getQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { assertTryLater, book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const FORMATS = [
  { format: 'png', contentType: 'image/png', opening: '\x89PNG' },
  { format: 'pdf', contentType: 'application/pdf', opening: '%PDF-' },
  { format: 'zpl', contentType: 'application/zpl', opening: '^XA' },
] as const

/** How many times a condition is checked before the test fails. Far fewer checks are usually enough. */
const LOOKS_MAX = 3_000

describe('a carrier’s label', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let carriers: CarrierWaybill['deps']['carriers']
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      carriers = waybill.deps.carriers
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(() => {
      waybill.simulator.faults.clear()
      switchCarrier('on')
    })
    after(() => waybill.close())

    const switchCarrier = (to: 'on' | 'off') => Object.assign(waybill.deps, { carriers: to === 'on' ? carriers : [] })

    const keptFormats = async (quoteId: string): Promise<string[]> => {
      const rows = await waybill.deps.db.query<{ format: string }>(
        'select format from carrier_labels where quote_id = $1 order by format',
        [quoteId],
      )
      return rows.map((row) => row.format)
    }
    /** Waits for a condition, because the label is fetched in the background after the booking. */
    const until = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
      for (let looks = 0; !(await holds()); looks += 1) {
        assert.ok(looks < LOOKS_MAX, what)
        await sleep(10)
      }
    }
    const untilKept = (quoteId: string): Promise<void> => until('it is kept', async () => (await keptFormats(quoteId)).length > 0)
    const answerWith = (answers: Partial<Pick<CarrierWaybill['deps']['carriers'][number], 'labelUrl' | 'fetchLabel'>>) =>
      Object.assign(waybill.deps, { carriers: carriers.map((usual) => ({ ...usual, ...answers })) })
    const booked = async (): Promise<{ id: string; address: string }> => {
      const { status, json } = await book(tenant, await ratedQuote(tenant))
      assert.equal(status, 200)
      return { id: json.parcel_quote_id, address: json.label_url.replace(/\.pdf$/, '') }
    }
    const print = async (address: string) => {
      const response = await fetch(address)
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    }

    for (const { format, contentType, opening } of FORMATS) {
      it(`is served as ${format} from our address, without a key, and is requested from the carrier once [quote.label_url]`, async () => {
        const { id, address } = await booked()
        const first = await print(`${address}.${format}`)
        assert.equal(first.response.status, 200)
        assert.equal(first.response.headers.get('content-type'), contentType)
        assert.deepEqual(
          ['cache-control', 'x-robots-tag'].map((header) => first.response.headers.get(header)),
          ['no-store', 'noindex'],
        )
        assert.equal(first.bytes.subarray(0, opening.length).toString('latin1'), opening)
        assert.ok((await keptFormats(id)).includes(format))
        switchCarrier('off')
        const again = await print(`${address}.${format}`)
        assert.equal(again.response.status, 200)
        assert.ok(first.bytes.equals(again.bytes))
      })
    }

    it('is stored with the booking, before anybody prints it', async () => {
      const { id, address } = await booked()
      await untilKept(id)
      switchCarrier('off')
      assert.equal((await print(`${address}.png`)).response.status, 200)
      assert.equal((await print(`${address}.pdf`)).response.status, 503, 'another format cannot be asked for')
    })

    it('is fetched once when two people print at the same moment', async () => {
      const { address } = await booked()
      waybill.simulator.faults.order({ fault: 'slow', on: 'label', delayMs: 100 })
      const asked = () => waybill.simulator.ledger().requests.label
      const before = asked()
      await Promise.all([print(`${address}.pdf`), print(`${address}.pdf`)])
      assert.equal(asked(), before + 1)
    })

    it('that a booking is fetching is printed for others who ask meanwhile', async () => {
      const { id, address } = await booked()
      await untilKept(id)
      await waybill.deps.db.execute('delete from carrier_labels where quote_id = $1', [id])
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const fetchLabel: (typeof carriers)[number]['fetchLabel'] = async (...label) => {
        asked.resolve()
        await answered.promise
        return carriers[0]!.fetchLabel(...label)
      }
      answerWith({ fetchLabel })
      fetchLabelSoon(waybill.deps, { businessId: tenant.business.id, mode: 'live' }, id)
      await asked.promise
      const printed = print(`${address}.png`)
      await sleep(100)
      answered.resolve()
      assert.equal((await printed).response.status, 200)
      assert.deepEqual(await keptFormats(id), ['png'])
    })

    it('is not found in a format that the carrier does not offer', async () => {
      const { address } = await booked()
      waybill.simulator.faults.order({ fault: 'error_before', on: 'label', status: 422 })
      assert.equal((await print(`${address}.zpl`)).response.status, 404)
      answerWith({ labelUrl: async () => null, fetchLabel: () => Promise.reject(new Error('there is nothing to fetch')) })
      assert.equal((await print(`${address}.zpl`)).response.status, 404)
    })

    it('is not reported as missing at the carrier when the error is our own', async () => {
      const { address } = await booked()
      answerWith({ fetchLabel: () => Promise.reject(new TypeError('a bug')) })
      assert.equal((await print(`${address}.pdf`)).response.status, 500)
    })

    it('is also stored when the booking was settled by a look-up', async () => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      assert.equal((await getQuote(tenant, rated.id)).status, 'booked')
      await untilKept(rated.id)
    })

    it('never fails a booking if it cannot be fetched: it is 503 now, and fetched again on demand', async () => {
      waybill.simulator.faults.order({ fault: 'error_before', on: 'label', times: 1_000 })
      answerWith({ fetchLabel: () => Promise.reject(new CarrierFailure('unavailable', 'The host is down.', { carrier: 'easypost' })) })
      const { id, address } = await booked()
      const { reports } = waybill
      await until('the operator is told', () =>
        reports.some(({ what, details }) => what === 'carrier label not kept yet' && details.quote === id),
      )
      assert.ok(
        reports.some(({ what, details }) => what === 'carrier label could not be fetched' && details.reason === 'The host is down.'),
      )
      switchCarrier('on')
      const failed = await fetch(`${address}.pdf`)
      assert.equal(failed.status, 503)
      assert.equal(failed.headers.get('retry-after'), '10')
      assert.equal(((await failed.json()) as any).code, 'CARRIER_UNAVAILABLE')
      assert.equal((await getQuote(tenant, id)).status, 'booked')
      waybill.simulator.faults.clear()
      for (const format of ['pdf', 'png']) assert.equal((await print(`${address}.${format}`)).response.status, 200)
      assert.deepEqual(await keptFormats(id), ['pdf', 'png'])
    })

    it('has an address that cannot be guessed', async () => {
      const { address } = await booked()
      for (const path of [
        `${address}.svg`,
        `${address.slice(0, -1)}.pdf`,
        address.replace(/[0-9a-f]{40}/, '0'.repeat(40)).concat('.pdf'),
      ]) {
        assert.equal((await fetch(path)).status, 404, path)
      }
    })
  }, postgres)
})
