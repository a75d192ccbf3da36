// How many packets a write operation sends to PostgreSQL: usually one with all reads, and one with all writes and the commit.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  bookPackage,
  bookPackages,
  cancelPackage,
  findPackage,
  newCustomer,
  sendNotice,
  tryStep,
} from '../../support/calls/package-calls.ts'
import { cancelQuote, createShipment, newQuote } from '../../support/calls/quote-calls.ts'
import { createWire } from '../../support/engine/cut-commits.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const wire = createWire()

describe('packets to PostgreSQL', () => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(wire.engine, { requestLog: false })
    tenant = await waybill.newTenant()
    await tenant.post('/v1/webhook_endpoints', { url: 'https://example.com/hook' })
  })
  after(() => waybill.close())

  /** Runs `work`. Returns the number of packets of each new transaction that mentions `text`. */
  const packetsOf = async (text: string, work: () => Promise<Answer>): Promise<number[]> => {
    const before = wire.transactionsWith(text).length
    const { status } = await work()
    assert.ok(status < 300, `answered with ${status}`)
    return wire.transactionsWith(text).slice(before)
  }

  it('are two for a hold and two for its release', async () => {
    const { parcel_id } = await bookPackage(tenant, importAir())
    assert.deepEqual(await packetsOf(parcel_id, () => sendNotice(tenant, parcel_id, { action: 'hold' })), [2])
    assert.deepEqual(await packetsOf(parcel_id, () => sendNotice(tenant, parcel_id, { action: 'release' })), [2])
  })

  it('leave the outcome of a hold unknown if the connection is lost with the second one, and a hold that was not done can be repeated', async () => {
    const { parcel_id } = await bookPackage(tenant, importAir())
    wire.cut(parcel_id, 'before')
    const lost = await sendNotice(tenant, parcel_id, { action: 'hold' })
    assert.deepEqual([lost.status, lost.json.code], [503, 'OUTCOME_UNKNOWN'])
    assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold' })).status, 201)
    assert.equal((await findPackage(tenant, parcel_id)).notices.length, 1)
  })

  it('are two for a booking with the house carrier, its customer, packages and charge included', async () => {
    const { address_suffix } = await newCustomer(tenant)
    const quote = await newQuote(tenant, exportAir({ address_suffix }))
    const booking = () => createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
    assert.deepEqual(await packetsOf(quote.parcel_quote_id, booking), [2])
  })

  it('are two for a booking of an import', async () => {
    const quote = await newQuote(tenant, importAir())
    assert.deepEqual(await packetsOf(quote.parcel_quote_id, () => createShipment(tenant, quote.parcel_quote_id)), [2])
  })

  it('are two for cancelling a quote', async () => {
    const quote = await newQuote(tenant, importAir())
    assert.deepEqual(await packetsOf(quote.parcel_quote_id, () => cancelQuote(tenant, quote.parcel_quote_id)), [2])
  })

  it('are few for a receipt and for cancelling a package, whose writes depend on one another', async () => {
    const parcel = importAir({ packages: [{ weight: 2 }, { weight: 3 }, { weight: 4 }] })
    const [first, second, third] = (await bookPackages(tenant, parcel)).map(({ parcel_id }) => parcel_id)
    assert.deepEqual(await packetsOf(first, () => tryStep(tenant, first, 'receive')), [4])
    assert.deepEqual(await packetsOf(second, () => cancelPackage(tenant, second)), [3])
    // The last receipt needs more packets because it makes the price final: it reads the rate card of the booking and charges the freight.
    assert.deepEqual(await packetsOf(third, () => tryStep(tenant, third, 'receive')), [6])
  })
})
