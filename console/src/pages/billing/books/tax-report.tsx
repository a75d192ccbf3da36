// The tax report of a period: invoices minus credit notes, by tax category, rate, direction of trade and reason.

import { Group, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, TAX_REPORT } from '../../../api.ts'
import { typed } from '../../../components/form.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { readWith } from '../../../components/queries.ts'
import { Empty, QueryView } from '../../../components/states.tsx'
import { Hint, PaperLink } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { useScope, useScopeInAddress } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { TaxReport } from '../../../wire.ts'
import { koboOf, naira } from '../billing-text.tsx'
import { lastMonth } from '../last-month.ts'

type Row = TaxReport['rows'][number]

const AMOUNTS = ['invoiced_net', 'invoiced_tax', 'credited_net', 'credited_tax', 'net', 'tax'] as const satisfies (keyof Row)[]

const categoryText = ({ category, percent }: Row): string => {
  const name = t(`taxReport.category_${category}`)
  return category === 'standard' ? `${name}, ${percent}\u00a0%` : name
}

const directionText = ({ direction }: Row): string => (direction === null ? t('records.none') : t(`payments.${direction}`))

const COLUMNS: Column<Row>[] = [
  { key: 'category', title: t('taxReport.category'), value: categoryText, narrow: directionText },
  { key: 'direction', title: t('payments.direction'), render: directionText, isLesser: true },
  { key: 'reason', title: t('records.reason'), render: (row) => row.reason, isLesser: true, isFreeText: true },
  ...AMOUNTS.map(
    (amount): Column<Row> => ({
      key: amount,
      title: t(`taxReport.${amount}`),
      align: 'right',
      render: (row) => naira(row[amount]),
      isLesser: amount !== 'net' && amount !== 'tax',
    }),
  ),
]

const TaxReportPage = () => {
  const { mode, businessId: business } = useScope()
  useScopeInAddress(true)
  const [[first, last]] = useState(lastMonth)
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const asked = { mode, business, from, to }
  const query = useQuery({ ...readWith<TaxReport>(TAX_REPORT, asked), placeholderData: keepPreviousData })
  const errors = fieldErrors(query.error)
  const file = new URLSearchParams({ mode, from, to, ...(business ? { business } : {}) })
  return (
    <Page title={t('taxReport.title')} lead={t('taxReport.lead')} back={{ href: '/payments', label: t('payments.title') }}>
      <Panel>
        <Group align="flex-end">
          <TextInput type="date" label={t('payments.from')} {...typed(from, setFrom, errors.from)} />
          <TextInput type="date" label={t('payments.to')} {...typed(to, setTo, errors.to)} />
          <PaperLink href={`${TAX_REPORT}.csv?${file}`} label={t('records.downloadCsv')} isDownload />
        </Group>
      </Panel>
      <QueryView query={query}>
        {(report) => (
          <div className="dense">
            <Panel title={t('taxReport.of', { from: formatDate(report.from), to: formatDate(report.to) })} flush>
              <RowsTable
                rows={report.rows}
                columns={COLUMNS}
                rowKey={(row) => [row.category, row.percent, row.direction, row.reason].join(' ')}
                rowName={categoryText}
                totals={{
                  category: <strong>{t('records.total')}</strong>,
                  net: <strong>{naira(report.net)}</strong>,
                  tax: <strong>{naira(report.tax)}</strong>,
                }}
                empty={<Empty icon="invoice" title={t('taxReport.empty')} />}
              />
            </Panel>
            {koboOf(report.not_invoiced_tax) !== 0 && <Hint>{t('taxReport.notInvoiced', { amount: naira(report.not_invoiced_tax) })}</Hint>}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

export default TaxReportPage
