// Random work at the cash desk, compared with a simple model: accounts agree, closed days do not change, only released goods depart. SOAK=1 runs longer.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openKobo } from '../../../src/domain/billing/invoice.ts'
import { addDays, startOfDay } from '../../../src/domain/values/calendar.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import { setPrice, setTaxRate } from '../../../src/flows/billing/charges/set-prices.ts'
import { readBalance } from '../../../src/flows/billing/read-account.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import * as invoices from '../../../src/store/billing/invoices.ts'
import * as ledger from '../../../src/store/billing/ledger.ts'
import { payerAccount } from '../../../src/store/billing/owed.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Engine } from '../../support/engine/engines.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { deskSteps } from '../../support/models/cash-desk.ts'
import type { Account } from '../../support/models/desk-account.ts'
import { openAccount } from '../../support/models/desk-account.ts'
import { bookSteps, checkClosed, newClosed } from '../../support/models/desk-books.ts'
import { byTest } from '../../support/samples/authors.ts'
import { dice } from '../../support/samples/dice.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const STEPS = Number(process.env.OPERATIONS ?? (process.env.SOAK ? 100_000 : 80))
/** Number of steps in a run. Each run has its own store, because every step checks everything, and that is slow on a large store. */
const STEPS_PER_RUN = 250
/** Number of steps between two checks of the whole ledger. This check is the most expensive one. */
const VERIFY_EVERY = process.env.SOAK ? 25 : 4
const SEED = Number(process.env.SEED ?? 20_261_116)
const TIMEOUT_MS = 60 * 60_000

/** Maps an account of the ledger to the matching account of the model. The model has one account each for revenue, tax and cash. */
const modelName = (account: string): string => (/^(?:revenue|tax|cash)\b/.exec(account) ?? [account])[0]

/** Compares the cash in the ledger with the cash in the model, up to the last day with a payment. */
const checkCash = async ({ deps }: Waybill, { caller, cash }: Account, where: string): Promise<void> => {
  const day = cash.at(-1)?.day
  if (day === undefined) return
  const [row] = await deps.db.query<{ kobo: number }>(
    `select cast(coalesce(sum(case when debit like 'cash:%' then amount_kobo else 0 end)
       - sum(case when credit like 'cash:%' then amount_kobo else 0 end), 0) as bigint) as kobo
     from ledger_entries where business_id = $1 and mode = $2 and occurred_at < $3`,
    [caller.businessId, caller.mode, startOfDay(addDays(day, 1), 'UTC')],
  )
  const expected = cash.filter((each) => each.day <= day).reduce((sum, { kobo }) => sum + kobo, 0)
  assert.equal(row!.kobo, expected, `${where}: money up to ${day}`)
}

const checkAccount = async (waybill: Waybill, account: Account, where: string): Promise<void> => {
  const { deps } = waybill
  const { caller, owed, books } = account
  for (const [payer, kobo] of owed) {
    const held = await ledger.balances(deps.db, caller, { payers: [payer] })
    const [receivable, credit] = [held.get('receivable') ?? 0, held.get('credit') ?? 0]
    assert.equal(receivable + credit, kobo, `${where}, payer ${payer}: charges, credits and payments are the balance`)
    assert.ok(receivable >= 0 && credit <= 0, `${where}: no debt below zero, no credit either`)
    const { balanceKobo } = await payerAccount(deps.db, caller, [payer], '2000-01-01')
    assert.equal(balanceKobo, kobo, `${where}, payer ${payer}: what the release looks at is the same`)
  }
  const accounts = await ledger.balances(deps.db, caller)
  assert.equal(
    [...accounts.values()].reduce((sum, kobo) => sum + kobo, 0),
    0,
    `${where}: the journal balances`,
  )
  const named = new Map<string, number>()
  for (const [name, kobo] of accounts) named.set(modelName(name), (named.get(modelName(name)) ?? 0) + kobo)
  for (const name of new Set([...named.keys(), ...books.keys()]))
    if (name !== 'receivable' && name !== 'credit') assert.equal(named.get(name) ?? 0, books.get(name) ?? 0, `${where}: account ${name}`)
  await checkCash(waybill, account, where)
  const { receivableKobo, creditKobo } = await readBalance(deps, caller, undefined, deps.clock())
  const total = [...owed.values()].reduce((sum, kobo) => sum + kobo, 0)
  assert.equal(receivableKobo - creditKobo, total, where)
  for (const invoice of await invoices.all(deps.db, caller))
    assert.ok(openKobo(invoice) >= 0, `${where}: more is paid on ${invoice.number} than is owed`)
}

const run = async (engine: Engine, seed: number, steps: number): Promise<{ refused: number; entries: number }> => {
  const waybill = await startWaybill(engine)
  const { deps, time } = waybill
  time.freeze()
  const random = dice(seed)
  await setPrice(deps, byTest(deps), { code: 'X1', name: 'Extra', kind: 'other', amount: '100', from: null })
  await setTaxRate(deps, byTest(deps), { kind: 'other', direction: null, percent: '7.5', from: null })
  const accounts = [await openAccount(waybill, 'customer'), await openAccount(waybill, 'business')]
  const { charge, others } = deskSteps(waybill, await atDesk(waybill), random)
  const closed = newClosed()
  const works = [...others, ...others, ...bookSteps(waybill, closed, random)]
  let refused = 0
  for (let step = 0; step < steps; step++) {
    // Each step has its own millisecond, because a release override covers only charges up to the time of the override.
    time.advance(1)
    const account = random.pick(accounts)
    const work = random.upTo(4) === 0 ? charge : random.pick(works)
    const where = `seed ${seed}, step ${step} (${work.name})`
    try {
      await work(account)
    } catch (error) {
      if (!(error instanceof Rejection)) throw new Error(where, { cause: error })
      refused++
    }
    await checkAccount(waybill, account, where)
    await checkClosed(waybill, closed, where)
    if (step % VERIFY_EVERY === 0) assert.deepEqual((await verifyLedger(deps)).faults, [], where)
  }
  for (const account of accounts) await checkAccount(waybill, account, `seed ${seed}, at the end`)
  const { faults, entries } = await verifyLedger(deps)
  assert.deepEqual(faults, [], `seed ${seed}`)
  await waybill.close()
  return { refused, entries }
}

describe('the ledger', () => {
  forEachEngine((engine) => {
    it(`agrees with a simple model after each of ${STEPS} steps`, { timeout: TIMEOUT_MS }, async () => {
      let [refused, entries] = [0, 0]
      for (let done = 0; done < STEPS; done += STEPS_PER_RUN) {
        const outcome = await run(engine, SEED + done, Math.min(STEPS_PER_RUN, STEPS - done))
        refused += outcome.refused
        entries += outcome.entries
      }
      assert.ok(entries > STEPS / 2, 'something was booked')
      assert.ok(refused > 0 && refused < STEPS / 2, `some steps are refused, and not most: ${refused}`)
    })
  })
})
