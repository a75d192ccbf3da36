// Servers are killed during charges, invoices, payments and withdrawals of charges: acknowledged work is kept, and nothing is half done.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import * as ledger from '../../../src/store/billing/ledger.ts'
import { systemDeps } from '../../../src/system.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { adminToken } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { dice } from '../../support/samples/dice.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const KILLS = process.env.SOAK ? 30 : 1
const CASHIERS = 6
/** Minimum number of turns that all cashiers together take before the kill. After the kill they take at least as many. */
const TURNS_MIN = 12
const [REFUSED, SERVER_ERROR] = [400, 500]
const TEST_KEY = 'wb_test_ledger_kills_00000000000'

type Answer = { status: number; json: Json }

describe('servers that are killed while money moves', () => {
  // One engine is enough: kill.test.ts and the simulation cover kills on both engines.
  forOneEngine((engine) => {
    const random = dice(20_261_116)
    let store: FreshDb
    let deps: Deps
    let token: string
    /** The running servers: two on PostgreSQL, one on SQLite. */
    let servers: ServerProcess[]
    let business: string
    let payers: (string | null)[]
    /** The expected debt of each payer, in kobo. The key null stands for the business itself. */
    const owed = new Map<string | null, number>()

    const start = () => startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })

    /** Returns null if the server died before it answered, or answered with a 5xx. */
    const send = async (path: string, body: object): Promise<Answer | null> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${random.pick(servers).url}/ops/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        .then(async (response) => ({ status: response.status, json: JSON.parse(await response.text()) }))
        .catch(() => null)
      return answer && answer.status >= SERVER_ERROR ? null : answer
    }
    const done = async (path: string, body: object): Promise<Json> => {
      const answer = await send(path, body)
      assert.ok(answer && answer.status < REFUSED, JSON.stringify(answer))
      return answer.json
    }
    const move = (payer: string | null, kobo: number): void => void owed.set(payer, (owed.get(payer) ?? 0) + kobo)
    const asPayer = (payer: string | null) => ({ mode: 'test', business, ...(payer === null ? {} : { customer_id: payer }) })

    /** One check for each request whose answer was lost: whether the request took effect. The checks run at the end of each round. */
    let unknown: (() => Promise<void>)[] = []
    const ifRecorded = (sql: string, mark: string, then: () => void) =>
      unknown.push(async () => {
        if ((await store.db.query(`select id from ${sql}`, [mark])).length > 0) then()
      })

    /**
     * Sends a request, and calls `then` if the request took effect. If the answer was lost, the database is checked at the end of the
     * round.
     */
    const sendMarked = async (path: string, body: object, sql: string, mark: string, then: () => void): Promise<Json | null> => {
      const answer = await send(path, body)
      if (answer === null) ifRecorded(sql, mark, then)
      else if (answer.status < REFUSED) then()
      return answer && answer.status < REFUSED ? answer.json : null
    }

    /**
     * Adds a charge. Then either withdraws the charge, or issues an invoice and sometimes records a payment. A server may be killed between
     * any two requests.
     */
    const turn = async (): Promise<void> => {
      const payer = random.pick(payers)
      const kobo = 100 + random.upTo(500_000)
      const [amount, mark] = [(kobo / 100).toFixed(2), crypto.randomUUID()]
      const charge = { ...asPayer(payer), code: 'X1', amount, note: mark }
      const charged = await sendMarked('/charges', charge, "charges where description like '%' || $1", mark, () => move(payer, kobo))
      const next = random.upTo(4)
      if (next === 0) {
        const path = `/charges/${charged?.charge_id}/reverse`
        const sql = 'charges where reversed_at is not null and reverse_reason = $1'
        if (charged) await sendMarked(path, { reason: mark }, sql, mark, () => move(payer, -kobo))
        return
      }
      const drafted = await send('/invoices', asPayer(payer))
      if (drafted && drafted.status < REFUSED) await send(`/invoices/${drafted.json.invoice.invoice_id}/issue`, {})
      if (next === 1) return
      const payment = { ...asPayer(payer), method: 'transfer', reference: mark, amount }
      await sendMarked('/payments', payment, 'payments where reference = $1', mark, () => move(payer, -kobo))
    }

    before(async () => {
      store = await engine.freshDb()
      deps = { ...systemDeps(), db: store.db }
      servers = [await start()]
      if (engine.name === 'postgres') servers.push(await start())
      token = await adminToken(deps)
      const [demo] = await deps.db.query<{ id: string }>('select id from businesses')
      business = demo!.id
      await done(`/businesses/${business}/terms`, { bill_to: 'customer' })
      await done('/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '1' })
      const newCustomer = async (): Promise<string> => {
        const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify({ parcel_customer: {} }) }
        const answer = (await (await fetch(`${servers[0]!.url}/v1/parcel-customers`, init)).json()) as Json
        return answer.data.parcel_customer_id
      }
      payers = [null, await newCustomer(), await newCustomer()]
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await store.drop()
    })

    it(`${KILLS} ${KILLS === 1 ? 'kill' : 'kills'}: every payer owes what the answers say, and the ledger agrees with its records`, async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        let turns = 0
        let [isKilled, isBack] = [false, false]
        const killAt = TURNS_MIN + random.upTo(TURNS_MIN)
        const replaceOne = async (): Promise<void> => {
          isKilled = true
          const index = random.upTo(servers.length)
          await servers[index]!.kill('SIGKILL')
          servers[index] = await start()
          isBack = true
        }
        let replaced: Promise<void> | undefined
        const cashier = async (): Promise<void> => {
          while (!isBack || turns < 2 * killAt) {
            await turn()
            turns++
            if (turns >= killAt && !isKilled) replaced = replaceOne()
            // If the only server was killed, the cashier waits until it is back.
            if (isKilled && !isBack && servers.length === 1) await replaced
          }
        }
        await Promise.all(Array.from({ length: CASHIERS }, cashier))
        await replaced
        for (const settle of unknown) await settle()
        unknown = []
        for (const payer of payers) {
          const held = await ledger.balances(store.db, { businessId: business, mode: 'test' }, { payers: [payer] })
          const balance = (held.get('receivable') ?? 0) + (held.get('credit') ?? 0)
          assert.equal(balance, owed.get(payer) ?? 0, `kill ${kill}, payer ${payer}`)
        }
        assert.deepEqual((await verifyLedger(deps)).faults, [], `kill ${kill}`)
      }
    })
  })
})
