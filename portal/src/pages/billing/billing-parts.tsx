// The parts that the billing pages share: tabs, the status of an invoice, amounts.

import { formatMoney } from '../../../../web/format.ts'
import { Badge } from '../../components/marks.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { STATUS_NAMES, texts } from '../../texts/billing.ts'
import type { Invoice } from '../../wire.ts'

const TABS = [
  { href: '/billing', label: texts.invoices },
  { href: '/billing/payments', label: texts.payments },
  { href: '/billing/statement', label: texts.statement },
]

export const BillingTabs = () => <Tabs label={texts.tabs} tabs={TABS} />

const TONES = { issued: 'info', part_paid: 'info', paid: 'ok', written_off: 'plain', void: 'plain' } as const

/**
 * Compares the due date with today's date in UTC, although due dates are in the operator's time zone. The overdue badge may therefore be
 * wrong for a few hours.
 */
const isOverdue = ({ status, due_date: due }: Pick<Invoice, 'status' | 'due_date'>): boolean =>
  (status === 'issued' || status === 'part_paid') && due < new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

export const InvoiceMark = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'due_date'> }) => (
  <span className="marks">
    <Badge tone={TONES[invoice.status]}>{STATUS_NAMES[invoice.status]}</Badge>
    {isOverdue(invoice) && <Badge tone="danger">{texts.overdue}</Badge>}
  </span>
)

export const Amount = ({ amount, currency }: { amount: string; currency: string }) => (
  <span className="figures">{formatMoney(amount, currency)}</span>
)
