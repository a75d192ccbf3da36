// The debts that a payment can settle. The debts of the chosen parcel, invoice or payer come first, then other debts of the payer.

import { Checkbox, Stack } from '@mantine/core'
import { Hint } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { Due } from '../../../wire.ts'
import { koboOf, naira, sumOf } from '../billing-text.tsx'

type DueInvoice = Due['own']['invoices'][number]
type DueCharge = Due['own']['charges'][number]

const debtIds = ({ invoices, charges }: Due['own']): string[] => [
  ...invoices.map(({ invoice_id: id }) => id),
  ...charges.map(({ charge_id: id }) => id),
]

export const ownDebts = ({ own }: Due): string[] => debtIds(own)

/**
 * The picked debts in the order in which they are paid. The debts of the chosen parcel, invoice or payer come before the payer's other
 * debts.
 */
export const inOrder = ({ own, others }: Due, picked: readonly string[]): string[] =>
  [...debtIds(own), ...debtIds(others)].filter((id) => picked.includes(id))

/** The sum of the picked debts. Credit is subtracted only from picked charges that are not invoiced yet. */
export const dueOf = ({ own, others, credit }: Due, picked: readonly string[]): string => {
  const invoices = [...own.invoices, ...others.invoices].filter(({ invoice_id: id }) => picked.includes(id))
  const waiting = sumOf([...own.charges, ...others.charges].filter(({ charge_id: id }) => picked.includes(id)).map(({ total }) => total))
  const afterCredit = Math.max(0, koboOf(waiting) - koboOf(credit))
  return sumOf([...invoices.map(({ due }) => due), (afterCredit / 100).toFixed(2)])
}

const InvoiceBox = ({ invoice: { invoice_id: id, number, due_date: date, open, due } }: { invoice: DueInvoice }) => (
  <Checkbox
    value={id}
    label={`${number} · ${t('billing.dueOn', { amount: naira(due), date: formatDate(date) })}`}
    {...(due === open ? {} : { description: t('billing.partOf', { open: naira(open) }) })}
  />
)

const ChargeBox = ({ charge: { charge_id: id, description, parcel_number: number, net, tax, total } }: { charge: DueCharge }) => (
  <Checkbox
    value={id}
    label={`${[number, description].filter((part) => part !== null).join(' · ')}: ${naira(total)}`}
    description={koboOf(tax) > 0 ? t('records.netAndTax', { net: naira(net), tax: naira(tax) }) : undefined}
  />
)

const Boxes = ({ debts: { invoices, charges } }: { debts: Due['own'] }) => (
  <Stack gap="xs" mt={6}>
    {invoices.map((invoice) => (
      <InvoiceBox key={invoice.invoice_id} invoice={invoice} />
    ))}
    {charges.length > 0 && <Hint size="xs">{t('billing.invoicedNow')}</Hint>}
    {charges.map((charge) => (
      <ChargeBox key={charge.charge_id} charge={charge} />
    ))}
  </Stack>
)

type GroupProps = {
  label: string
  debts: Due['own']
  picked: readonly string[]
  error?: string | undefined
  onPick: (ids: string[]) => void
}

export const DebtGroup = ({ label, debts, picked, error, onPick }: GroupProps) => {
  const ids = debtIds(debts)
  if (ids.length === 0) return null
  const elsewhere = picked.filter((id) => !ids.includes(id))
  return (
    <Checkbox.Group
      label={label}
      value={picked.filter((id) => ids.includes(id))}
      onChange={(own) => onPick([...elsewhere, ...own])}
      error={error}
    >
      <Boxes debts={debts} />
    </Checkbox.Group>
  )
}
