// A carrier's label: downloaded once, stored, and served from our own address, also when the carrier is down.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { assertAskAgain, book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const FORMATS = [
  { format: 'png', contentType: 'image/png', opening: '\x89PNG' },
  { format: 'pdf', contentType: 'application/pdf', opening: '%PDF-' },
  { format: 'zpl', contentType: 'application/zpl', opening: '^XA' },
] as const

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
    /** The label is fetched beside the booking, which does not wait for it. */
    const untilKept = async (quoteId: string): Promise<void> => {
      while ((await keptFormats(quoteId)).length === 0) await sleep(10)
    }
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
      it(`comes as ${format} from our address, without a key, and is asked for once [quote.label_url]`, async () => {
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
        // From here on the carrier is not needed.
        switchCarrier('off')
        const again = await print(`${address}.${format}`)
        assert.equal(again.response.status, 200)
        assert.ok(first.bytes.equals(again.bytes))
      })
    }

    it('is kept with the booking, before anybody prints', async () => {
      const { id, address } = await booked()
      await untilKept(id)
      switchCarrier('off')
      assert.equal((await print(`${address}.png`)).response.status, 200)
    })

    it('is kept with a booking that a look-up settled, too', async () => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
      assertAskAgain(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      assert.equal((await getQuote(tenant, rated.id)).status, 'booked')
      await untilKept(rated.id)
    })

    it('that cannot be fetched never fails a booking: it is 503 now, and fetched again on demand', async () => {
      waybill.simulator.faults.order({ fault: 'error_before', on: 'label', times: 1_000 })
      const { id, address } = await booked()
      await untilKept(id)
      const failed = await fetch(`${address}.pdf`)
      assert.equal(failed.status, 503)
      assert.match(failed.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(((await failed.json()) as any).code, 'CARRIER_UNAVAILABLE')
      assert.equal((await getQuote(tenant, id)).status, 'booked')
      waybill.simulator.faults.clear()
      assert.equal((await print(`${address}.pdf`)).response.status, 200)
      assert.deepEqual(await keptFormats(id), ['pdf', 'png'])
    })

    it('lies at no address that can be guessed', async () => {
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
