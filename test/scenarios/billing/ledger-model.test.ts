// Random days at the cash desk against a naive model: money neither appears nor vanishes. SOAK=1 makes it a long one.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openKobo, statusOf } from '../../../src/domain/billing/invoice.ts'
import { unusedKobo } from '../../../src/domain/billing/payment.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import { addExtra, takeBackCharge } from '../../../src/flows/billing/charges/add-extra.ts'
import { setPrice, setTaxRate } from '../../../src/flows/billing/charges/set-prices.ts'
import { creditInvoice } from '../../../src/flows/billing/credit-invoice.ts'
import { discardInvoice, draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { readBalance } from '../../../src/flows/billing/read-account.ts'
import { refundPayment, reversePayment } from '../../../src/flows/billing/return-payment.ts'
import { allocatePayment, takePayment } from '../../../src/flows/billing/take-payment.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { callerFor } from '../../../src/flows/caller-for.ts'
import * as charges from '../../../src/store/billing/charges.ts'
import * as invoices from '../../../src/store/billing/invoices.ts'
import * as ledger from '../../../src/store/billing/ledger.ts'
import * as payments from '../../../src/store/billing/payments.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { dice } from '../../support/samples/dice.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const STEPS = process.env.SOAK ? 50_000 : 120
const VERIFY_EVERY = process.env.SOAK ? 5_000 : 60
/** All that is left of a long run is looked at now and then: the store grows. */
const BALANCES_EVERY = process.env.SOAK ? 50 : 1

describe('the ledger', () => {
  forEachEngine((engine) => {
    it(`agrees with a naive model after each of ${STEPS} steps`, async () => {
      const waybill = await startWaybill(engine)
      const { deps } = waybill
      const tenant = await waybill.newTenant()
      const seed = Number(process.env.SEED ?? 20_261_116)
      const { upTo: below, pick: one } = dice(seed)
      const pick = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : one(items))
      await setTerms(deps, byTest(deps), { business: tenant.business.id, billing: { billTo: 'customer' }, from: null })
      await setPrice(deps, byTest(deps), { code: 'X1', name: 'Extra', kind: 'other', amount: '100', from: null })
      await setTaxRate(deps, byTest(deps), { kind: 'other', direction: null, percent: '7.5', from: null })
      const payers = [
        null,
        ...(await Promise.all([newCustomer(tenant), newCustomer(tenant)])).map(({ parcel_customer_id }) => parcel_customer_id as string),
      ]
      const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(deps))

      /** By payer: what was charged and still stands, and what was paid and still counts. */
      const owed = new Map<string | null, number>(payers.map((payer) => [payer, 0]))
      const move = (payer: string | null, kobo: number): void => void owed.set(payer, owed.get(payer)! + kobo)
      const all = async () => ({ all: await invoices.all(deps.db, caller), ...(await payments.all(deps.db, caller)) })

      const steps: (() => Promise<unknown>)[] = [
        async () => {
          const payer = pick(payers)!
          const amount = `${1 + below(5_000)}.${String(below(100)).padStart(2, '0')}`
          const subject = payer === null ? ({ business: true } as const) : { customerId: payer }
          const charge = await addExtra(deps, caller, { code: 'x1', quantity: 1 + below(3), amount, note: undefined, for: subject })
          move(charge.payerId, charge.netKobo + charge.taxKobo)
        },
        async () => {
          const { invoice } = await draftInvoice(deps, caller, pick(payers)!, {})
          if (below(4) === 0) await discardInvoice(deps, caller, invoice.id)
          else if (below(5) > 0) await issueInvoice(deps, caller, invoice.id)
        },
        async () => {
          const draft = pick((await all()).all.filter((invoice) => statusOf(invoice) === 'draft'))
          if (draft) await issueInvoice(deps, caller, draft.id)
        },
        async () => {
          const payerId = pick(payers)!
          const open = await invoices.open(deps.db, caller, payerId)
          const named = below(2) === 0 ? null : open.slice(0, 1 + below(2)).map(({ id }) => id)
          const amountKobo = below(3) === 0 && open[0] ? openKobo(open[0]) : 1 + below(800_000)
          const reference = below(2) === 0 ? null : `FT-${below(200)}`
          const asked = {
            payerId,
            method: 'transfer',
            amountKobo,
            reference,
            note: null,
            invoiceIds: named,
            mayExceed: below(2) === 0,
          } as const
          await takePayment(deps, caller, asked)
          move(payerId, -amountKobo)
        },
        async () => {
          const invoice = pick((await all()).all.filter(({ number }) => number !== null))
          if (!invoice) return
          const lines = invoice.paper!.lines.map(({ chargeId }) => chargeId)
          const chargeAgain = below(3) === 0
          const chargeIds = below(2) === 0 ? null : [pick(lines)!]
          const { note } = await creditInvoice(deps, caller, invoice.id, { chargeIds, reason: 'model', chargeAgain })
          if (!chargeAgain) move(invoice.payerId, -note.totalKobo)
        },
        async () => {
          const charge = pick((await charges.all(deps.db, caller)).slice(-200))
          if (!charge) return
          await takeBackCharge(deps, caller, charge.id, 'model')
          move(charge.payerId, -(charge.netKobo + charge.taxKobo))
        },
        async () => {
          const payment = pick((await all()).payments)
          if (!payment) return
          const amountKobo = below(3) === 0 ? 1 + below(100_000) : unusedKobo(payment)
          if (amountKobo === 0) return
          await refundPayment(deps, caller, payment.id, { amountKobo, method: 'cash', reference: null, reason: 'model' })
          move(payment.payerId, amountKobo)
        },
        async () => {
          const payment = pick((await all()).payments)
          if (!payment || below(3) > 0) return
          await reversePayment(deps, caller, payment.id, 'model')
          move(payment.payerId, payment.amountKobo)
        },
        async () => {
          const payment = pick((await all()).payments)
          if (payment) await allocatePayment(deps, caller, payment.id, null)
        },
      ]

      let refused = 0
      for (let step = 0; step < STEPS; step++) {
        // Charges are the most frequent thing.
        const work = below(3) === 0 ? steps[0]! : pick(steps)!
        try {
          await work()
        } catch (error) {
          if (!(error instanceof Rejection)) throw error
          refused++
        }
        if (step % BALANCES_EVERY > 0) continue
        const at = deps.clock() + 1
        for (const payer of payers) {
          const held = await ledger.balances(deps.db, caller, { payerId: payer })
          const [receivable, credit] = [held.get('receivable') ?? 0, held.get('credit') ?? 0]
          assert.equal(receivable + credit, owed.get(payer), `seed ${seed}, step ${step}, payer ${payer}`)
          assert.ok(receivable >= 0 && credit <= 0, `seed ${seed}, step ${step}: no debt below zero, no credit either`)
        }
        const { receivableKobo, creditKobo } = await readBalance(deps, caller, undefined, at)
        const total = [...owed.values()].reduce((sum, kobo) => sum + kobo, 0)
        assert.equal(receivableKobo - creditKobo, total, `seed ${seed}, step ${step}`)
        for (const invoice of await invoices.all(deps.db, caller))
          assert.ok(openKobo(invoice) >= 0, `seed ${seed}, step ${step}: more is paid on ${invoice.number} than is owed`)
        if (step % VERIFY_EVERY === 0) assert.deepEqual((await verifyLedger(deps)).faults, [], `seed ${seed}, step ${step}`)
      }
      const report = await verifyLedger(deps)
      assert.deepEqual(report.faults, [], `seed ${seed}`)
      assert.ok(report.entries > STEPS / 2, 'something was booked')
      assert.ok(refused > 0 && refused < STEPS / 2, `some steps are refused, and not most: ${refused}`)
      await waybill.close()
    })
  })
})
