// Texts of invoices: status, payer, amounts.

import { Badge } from '@mantine/core'
import { CUSTOMERS } from '../../api.ts'
import { useRead } from '../../components/queries.ts'
import { PageLink } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Customer, Invoice, InvoiceStatus } from '../../wire.ts'

const CURRENCY = 'NGN'
const KOBO_PER_NAIRA = 100

const COLORS: Record<InvoiceStatus, string> = {
  draft: 'gray.6',
  issued: 'harbour.6',
  part_paid: 'indigo.6',
  paid: 'teal.7',
  written_off: 'orange.7',
  void: 'red.7',
  discarded: 'red.7',
}

export const INVOICE_STATUSES = Object.keys(COLORS) as InvoiceStatus[]

export const invoiceStatusName = (status: InvoiceStatus): string => t(`billing.${status}`)

export const InvoiceStatusBadge = ({ status }: { status: InvoiceStatus }) => (
  <Badge variant="dot" color={COLORS[status]}>
    {invoiceStatusName(status)}
  </Badge>
)

export const naira = (amount: string): string => formatMoney(amount, CURRENCY)

export const koboOf = (amount: string): number => Math.round(Number(amount) * KOBO_PER_NAIRA)

export const sumOf = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + koboOf(amount), 0) / KOBO_PER_NAIRA).toFixed(2)

/** The name of the buyer. A draft has no buyer yet, so the name of the business is used, or "Customer" if a customer pays. */
export const payerName = ({ buyer, business_name: business, parcel_customer_id: id }: Invoice): string =>
  buyer ?? (id === null ? business : t('records.customer'))

export const CustomerLink = ({ id }: { id: string }) => {
  const { data } = useRead<Customer>(CUSTOMERS, id)
  return (
    <PageLink href={`/customers/${id}`}>
      {data ? `${data.address_suffix} · ${data.full_name || t('customers.nameless')}` : t('records.customer')}
    </PageLink>
  )
}

export const AccountLink = ({ id, name }: { id: string; name: string }) => <PageLink href={`/businesses/${id}/account`}>{name}</PageLink>
