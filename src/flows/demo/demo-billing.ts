// The money of a demo month: an invoice every week, paid some days later, but for the last.

import { openKobo } from '../../domain/billing/invoice.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { draftInvoice } from '../billing/draft-invoice.ts'
import { issueInvoice } from '../billing/issue-invoice.ts'
import { takePayment } from '../billing/take-payment.ts'
import type { Month, Step } from './demo-steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
const WEEKS = 4
const PAID_AFTER_MS = 5 * DAY_MS
/** Of every second invoice only so much is paid at once. */
const PART = 0.5

const paying = ({ caller }: Month, invoiceId: string, at: number, share: number): Step => ({
  at,
  run: async (deps) => {
    const invoice = await invoices.load(deps.db, caller, invoiceId)
    const amountKobo = Math.ceil(openKobo(invoice) * share)
    const paid = { payerId: invoice.payerId, method: 'transfer', amountKobo, reference: `FT-${invoice.number}`, note: null } as const
    if (amountKobo > 0) await takePayment(deps, caller, { ...paid, invoiceIds: [invoiceId], mayExceed: false })
    return []
  },
})

export const billing = (month: Month): Step[] =>
  Array.from({ length: WEEKS }, (_, week): Step => {
    const at = month.now - week * WEEK_MS - 1
    return {
      at,
      run: async (deps) => {
        const [oldest] = await charges.waiting(deps.db, month.caller, {}, 1)
        if (!oldest) return []
        const { invoice } = await draftInvoice(deps, month.caller, oldest.payerId, {})
        await issueInvoice(deps, month.caller, invoice.id)
        return [paying(month, invoice.id, at + PAID_AFTER_MS, week % 2 === 0 ? 1 : PART)]
      },
    }
  })
