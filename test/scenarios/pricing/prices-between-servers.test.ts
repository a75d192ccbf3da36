// Two servers share one store, and another process changes prices in the store: both servers use the new prices for their next quote.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueKey } from '../../../src/flows/businesses/api-keys.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import { setWarehouse } from '../../../src/flows/pricing/set-warehouse.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { systemDeps } from '../../../src/system.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { cardFile, publishFile } from '../../support/samples/card-files.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const DEMO_KEY = 'wb_test_prices_between_servers'
const ROUNDS = process.env.SOAK ? 20 : 2
/** The price in USD of 2.5 CBM at USD 200 per CBM. At the start, USD 1 is NGN 1,400. */
const USD = 500
const HANDLING_USD = 100

describe('two servers on one store', () => {
  forOneEngine((engine) => {
    let store: FreshDb
    let servers: ServerProcess[]
    let deps: Deps
    let liveKey: string
    let businessId: string

    before(async () => {
      store = await engine.freshDb()
      const env = { ...store.env, WAYBILL_DEMO_TEST_KEY: DEMO_KEY }
      servers = [await startServerProcess(env), await startServerProcess(env)]
      deps = { ...systemDeps(), db: store.db }
      businessId = (await businesses.list(store.db))[0]!.id
      const issued = await store.db.transaction(SYSTEM, (tx) => issueKey(deps, tx, byTest(deps), { businessId, mode: 'live' }))
      liveKey = issued.key
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await store.drop()
    })

    const post = async (server: ServerProcess, path: string, body: object): Promise<Json> => {
      const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' }
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as Json
    }
    const quoteAt = (server: ServerProcess, more: object = {}) => post(server, '/v1/parcel_quotes', { parcel: importOcean(more) })
    const priceAt = async (server: ServerProcess): Promise<number> => (await quoteAt(server)).estimated_price
    const prices = (): Promise<number[]> => Promise.all(servers.map(priceAt))
    const both = (price: number): number[] => [price, price]
    const fx = (rate: number) =>
      setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: String(rate), source: 'a test', from: null, confirm: false })

    it('have the same prices before anything changes', async () => {
      assert.deepEqual(await prices(), both(USD * 1400))
    })

    it('use an exchange rate that was set elsewhere in their next quotes, every time', async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        await fx(1400 + round)
        assert.deepEqual(await prices(), both(USD * (1400 + round)))
      }
      await fx(1400)
    })

    it('use terms that were agreed elsewhere in their next quotes, every time', async () => {
      for (let percent = 1; percent <= ROUNDS; percent++) {
        await setTerms(deps, byTest(deps), { business: businessId, markupPercent: String(percent), from: null })
        assert.deepEqual(await prices(), both((USD * 1400 * (100 + percent)) / 100))
      }
      await setTerms(deps, byTest(deps), { business: businessId, markupPercent: '0', from: null })
    })

    it('use a card that was published elsewhere in their next quotes', async () => {
      const edit = (csv: string) => csv.replace(/\b0,0,0\b/g, `0,0,${HANDLING_USD}`)
      await publishFile(deps, cardFile('ocean-import-china', { edit }))
      assert.deepEqual(await prices(), both((USD + HANDLING_USD) * 1400))
    })

    it('use a warehouse that was set elsewhere in their next quotes, every time', async () => {
      const { data } = await post(servers[0]!, '/v1/parcel-customers', { parcel_customer: {} })
      const unsent = { sender: undefined, parcel_customer_token: data.parcel_customer_id }
      for (let round = 1; round <= ROUNDS; round++) {
        const street = `${round} Sample Street`
        await setWarehouse(deps, byTest(deps), { country: 'CN', street, city: 'Shenzhen' })
        const quotes = await Promise.all(servers.map((server) => quoteAt(server, unsent)))
        assert.deepEqual(
          quotes.map(({ sender }) => sender.address.street),
          [street, street],
        )
      }
    })

    it('use a scheduled change from its moment on, and not before', async () => {
      let [rate, begins, before] = [1400, 0, [] as number[]]
      // On a busy machine, the quotes may be answered only after the new rate has begun. The loop then tries again with a rate that begins
      // later.
      for (let aheadMs = 1_000; Date.now() >= begins; aheadMs *= 2) {
        begins = Date.now() + aheadMs
        await setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: String(rate + 1), source: 'a test', from: begins, confirm: false })
        before = await prices()
        rate += 1
      }
      assert.deepEqual(before, both((USD + HANDLING_USD) * (rate - 1)))
      await sleep(begins - Date.now())
      assert.deepEqual(await prices(), both((USD + HANDLING_USD) * rate))
    })
  }, postgres)
})
