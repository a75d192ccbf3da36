// Debts by payer: open invoices grouped by days past the due date, charges that are not invoiced yet, and unused credit.

import { useQuery } from '@tanstack/react-query'
import { AGED_DEBT } from '../../api.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { readWith } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { formatDate } from '../../format.ts'
import type { Mode } from '../../scope.tsx'
import { useScope, useScopeInAddress } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { AgedDebt, Debt } from '../../wire.ts'
import { koboOf, naira, sumOf } from './billing-text.tsx'

const BUCKETS = ['current', '1_30', '31_60', '61_90', 'over_90'] as const satisfies (keyof Debt['buckets'])[]

/** Columns beside the open invoices: charges that are not invoiced yet (added to the debt), and credit (subtracted from the debt). */
const SUMS = ['unbilled', 'credit'] as const

const payerOf = ({ customer_identifier: identifier, customer_name: name, business_name: business }: Debt): string =>
  identifier === null ? business : [name, identifier].filter(Boolean).join(' · ')

/** Shows a dash for zero. Most sums are zero, and dashes make the table narrower and easier to read. */
const sumOrDash = (amount: string): string => (koboOf(amount) === 0 ? '–' : naira(amount))

const sumColumn = (key: string, title: string, amountOf: (row: Debt) => string): Column<Debt> => ({
  key,
  title,
  align: 'right',
  render: (row) => sumOrDash(amountOf(row)),
  sortBy: (row) => Number(amountOf(row)),
  isLesser: true,
})

const COLUMNS: Column<Debt>[] = [
  { key: 'payer', title: t('billing.payer'), render: payerOf, sortBy: payerOf, isFreeText: true },
  {
    key: 'business',
    title: t('records.business'),
    render: (row) => row.business_prefix,
    sortBy: (row) => row.business_prefix,
    isLesser: true,
  },
  {
    key: 'invoices',
    title: t('billing.title'),
    align: 'right',
    render: (row) => row.invoices,
    sortBy: (row) => row.invoices,
    isLesser: true,
  },
  ...BUCKETS.map((bucket) => sumColumn(bucket, t(`billing.bucket_${bucket}`), ({ buckets }) => buckets[bucket])),
  sumColumn('open', t('billing.open'), ({ open }) => open),
  ...SUMS.map((sum) => sumColumn(sum, t(`billing.debt_${sum}`), (row) => row[sum])),
  {
    key: 'balance',
    title: t('billing.balance'),
    align: 'right',
    render: (row) => <strong>{naira(row.balance)}</strong>,
    sortBy: (row) => Number(row.balance),
  },
  // Withheld tax for which no certificate is recorded. Withheld tax counts as paid, so the balance does not include it.
  sumColumn('withheld', t('billing.debt_withheld'), ({ withheld }) => withheld),
]

const addressOf = ({ parcel_customer_id: customerId, business_id: businessId }: Debt, mode: Mode): string =>
  customerId === null ? `/businesses/${businessId}/account?mode=${mode}` : `/customers/${customerId}/account?mode=${mode}`

const DebtTable = ({ debts, mode }: { debts: readonly Debt[]; mode: Mode }) => (
  <RowsTable
    rows={debts}
    columns={COLUMNS}
    rowKey={(row) => `${row.business_id} ${row.parcel_customer_id}`}
    rowName={payerOf}
    href={(row) => addressOf(row, mode)}
    totals={{
      payer: <strong>{t('records.total')}</strong>,
      ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, sumOrDash(sumOf(debts.map(({ buckets }) => buckets[bucket])))])),
      open: naira(sumOf(debts.map(({ open }) => open))),
      ...Object.fromEntries(SUMS.map((sum) => [sum, sumOrDash(sumOf(debts.map((debt) => debt[sum])))])),
      balance: <strong>{naira(sumOf(debts.map(({ balance }) => balance)))}</strong>,
      withheld: sumOrDash(sumOf(debts.map(({ withheld }) => withheld))),
    }}
  />
)

const AgedDebtPage = () => {
  const { mode, businessId: business } = useScope()
  useScopeInAddress(true)
  const query = useQuery(readWith<AgedDebt>(AGED_DEBT, { mode, business }))
  return (
    <Page title={t('billing.debtTitle')} lead={t('billing.debtLead')}>
      <QueryView query={query}>
        {({ date, debts }) => (
          <div className="dense">
            <Panel title={t('billing.debtOn', { date: formatDate(date) })} flush>
              {debts.length === 0 ? (
                <Empty icon="check" title={t('billing.noDebtTitle')} text={t('billing.noDebt')} />
              ) : (
                <DebtTable debts={debts} mode={mode} />
              )}
            </Panel>
          </div>
        )}
      </QueryView>
    </Page>
  )
}

export default AgedDebtPage
