// Two people receive, undo or assign the same goods at the same time: the work is done once, and a refused request gets a clear reason.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, getQuote } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = 5

forOneEngine((engine) => {
  describe('two people at once', () => {
    let waybill: Waybill
    let tenant: Tenant
    let docks: [Dock, Dock]
    before(async () => {
      waybill = await startWaybill(engine)
      docks = [await atDock(waybill), await atDock(waybill)]
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const both = (path: string, body: object): Promise<[Answer, Answer]> =>
      Promise.all([docks[0].post(path, body), docks[1].post(path, body)])

    /** Asserts that exactly one request succeeded, and that the error of the other request names the person whose request succeeded. */
    const assertOneWon = (answers: readonly Answer[], winners: readonly Dock[]): Answer => {
      const won = answers.findIndex(({ status }) => status < 300)
      const lost = answers[1 - won]!
      assert.ok(won >= 0, answers[0]!.text)
      assertRejected(lost, 'INVALID_TRANSITION')
      assert.match(lost.json.errors[0], new RegExp(`is in the warehouse: received at \\S+ by ${winners[won]!.staff.name}\\.$`))
      return answers[won]!
    }

    it('receiving the same parcel make one receipt', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { ids, numbers } = await book(tenant, importAir())
        assertOneWon(await both('/receipts', { code: numbers[0], weight: 13, confirm: true }), docks)
        assert.equal((await docks[0].get(`/packages/${ids[0]}/receipts`)).length, 1)
      }
    })

    it('taking in the same unidentified number take in one parcel, and the second person must confirm', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await both('/unidentified_parcels', { courier_number: `YT77001122${round}`, weight: 4 })
        assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
        assert.match(answers.find(({ status }) => status === 422)!.json.details[0].message, /send confirm: true/)
      }
    })

    it('receiving the last pieces of a partial arrival count them once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { ids, numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
        await docks[0].done('/receipts', { code: numbers[0], pieces: 3, volume: 1.5 })
        const won = assertOneWon(await both('/receipts', { code: numbers[0], pieces: 2, volume: 1.2, confirm: true }), docks)
        assert.partialDeepStrictEqual(won.json.package, { quantity: 5, pieces_arrived: 5, volume: 2.7 })
        assert.equal((await docks[0].get(`/packages/${ids[0]}/receipts`)).length, 2)
      }
    })

    it('receiving the last two packages of a quote make its price final, once and from both', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { quoteId, numbers } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 20 }] }))
        const answers = await Promise.all(docks.map((dock, index) => dock.done('/receipts', { code: numbers[index], weight: 11 })))
        assert.equal(answers.filter(({ price }) => price.final).length, 1)
        const { selected_rate } = await getQuote(tenant, quoteId)
        assert.equal(selected_rate.rate, (22 * 8.5 * 1_400).toFixed(2))
        const events: Json[] = (await tenant.get(`/v1/events?object_id=${quoteId}`)).json
        assert.equal(events.filter(({ type }) => type === 'quote.price_finalised').length, 1)
      }
    })

    it('undoing one receipt and receiving the other package leave a price that matches what is there', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { quoteId, quote, numbers } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 20 }] }))
        const { receipt } = await docks[0].done('/receipts', { code: numbers[0], weight: 11 })
        await Promise.all([
          docks[0].done(`/receipts/${receipt.receipt_id}/undo`),
          docks[1].done('/receipts', { code: numbers[1], weight: 21 }),
        ])
        assert.equal((await getQuote(tenant, quoteId)).selected_rate.rate, quote.selected_rate.rate)
      }
    })

    it('undoing the same receipt undo it once', async () => {
      const { numbers } = await book(tenant, importAir())
      const { receipt } = await docks[0].done('/receipts', { code: numbers[0] })
      const answers = await both(`/receipts/${receipt.receipt_id}/undo`, {})
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    })

    it('assigning the same unidentified parcel assign it once', async () => {
      const parcels = await Promise.all([book(tenant, importAir()), book(tenant, importAir())])
      const { unidentified_parcel_id: id } = await docks[0].done('/unidentified_parcels', { mode: 'test', label_text: 'torn' })
      const answers = await Promise.all(
        docks.map((dock, index) => dock.post(`/unidentified_parcels/${id}/assign`, { code: parcels[index]!.numbers[0] })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
      assertRejected(answers.find(({ status }) => status === 422)!, 'INVALID_TRANSITION')
      const received = await Promise.all(parcels.map(({ ids }) => docks[0].get(`/packages/${ids[0]}/receipts`)))
      assert.equal(received.flat().length, 1)
    })
  })
}, postgres)
