// Two servers on one store, started at the same moment: concurrent requests to both servers take effect exactly once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importOcean } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const CALLERS = process.env.SOAK ? 50 : 16
const ROUNDS = process.env.SOAK ? 100 : 2
const TEST_KEY = 'wb_test_race_between_servers_00'

describe('two servers on one store', () => {
  forOneEngine((engine) => {
    let store: FreshDb
    let servers: ServerProcess[]

    before(async () => {
      store = await engine.freshDb()
      const env = { ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY }
      servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await store.drop()
    })

    const post = async (turn: number, path: string, body: object): Promise<{ outcome: string; json: Json }> => {
      const response = await fetch(servers[turn % servers.length]!.url + path, {
        method: 'POST',
        headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const json = (await response.json()) as Json
      return { outcome: json.code ?? String(response.status), json }
    }
    const newQuote = async (turn: number, parcel: object): Promise<Json> => {
      const { outcome, json } = await post(turn, '/v1/parcel_quotes', { parcel })
      assert.equal(outcome, '201')
      return json
    }
    const count = async (sql: string): Promise<number> =>
      (await store.db.query<{ count: number }>(`select count(*) as count from ${sql}`))[0]!.count

    it('create the samples and the demo business once', async () => {
      assert.equal(await count('businesses'), 1)
      assert.equal(await count('fx_rates'), 1)
      assert.equal(await count('warehouses'), 1)
    })

    it(`${CALLERS} create_shipment calls, half to each, book a quote once`, async () => {
      const quote = await newQuote(0, exportAir())
      const path = `/v1/packages/${quote.parcel_quote_id}/create_shipment`
      const answers = await Promise.all(Array.from({ length: CALLERS }, (_, turn) => post(turn, path, { rate_id: quote.rates[0].id })))
      const outcomes = answers.map((answer) => answer.outcome).sort()
      assert.deepEqual(outcomes, ['200', ...Array(CALLERS - 1).fill('QUOTE_ALREADY_BOOKED')])
      assert.equal(await count(`packages where quote_id = '${quote.parcel_quote_id}'`), 1)
      assert.equal(await count('shipments'), 1)
    })

    it('booking at one against cancelling at the other has one winner', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { parcel_quote_id: id } = await newQuote(round, importOcean())
        const [booking, cancelling] = await Promise.all([
          post(round, `/v1/packages/${id}/create_shipment`, {}),
          post(round + 1, `/v1/parcel_quotes/${id}/cancel`, {}),
        ])
        const outcome = `${booking.outcome} ${cancelling.outcome}`
        assert.ok(['200 QUOTE_ALREADY_BOOKED', 'QUOTE_CANCELLED 200'].includes(outcome), outcome)
      }
      assert.equal(await count("quotes where status = 'cancelled' and id in (select quote_id from packages)"), 0)
    })

    it(`${CALLERS} holds and releases of one package, half to each, are all written`, async () => {
      const { parcel_quote_id: id } = await newQuote(0, importOcean())
      assert.equal((await post(0, `/v1/packages/${id}/create_shipment`, {})).outcome, '200')
      const [row] = await store.db.query<{ id: string }>('select id from packages where quote_id = $1', [id])
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, turn) =>
          post(turn, `/v1/packages/${row!.id}/notices`, { action: turn % 4 < 2 ? 'hold' : 'release' }),
        ),
      )
      assert.deepEqual([...new Set(answers.map((answer) => answer.outcome))], ['201'])
      assert.equal(await count(`notices where package_id = '${row!.id}'`), CALLERS)
    })

    it('two identical customer creations, one at each, make one customer', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const customer = { address_suffix: `RACE${round}` }
        const answers = await Promise.all([0, 1].map((turn) => post(turn, '/v1/parcel-customers', { parcel_customer: customer })))
        assert.deepEqual(answers.map((answer) => answer.outcome).sort(), ['200', '201'])
        assert.equal(new Set(answers.map((answer) => answer.json.data.parcel_customer_id)).size, 1)
      }
    })
  }, postgres)
})
