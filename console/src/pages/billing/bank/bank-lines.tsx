// The lines of a bank statement. Each line has a select box for the invoice or business that it pays, or shows the result of the import.

import { Badge, Select } from '@mantine/core'
import { selected } from '../../../components/form.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { useBusinesses } from '../../../components/queries.ts'
import { formatDate } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { BankImport, BankLine } from '../../../wire.ts'
import { naira } from '../billing-text.tsx'

type Result = BankImport['results'][number]
type BankLinesProps = {
  lines: readonly BankLine[]
  choices: Readonly<Record<number, string>>
  results: readonly Result[]
  onChoose: (row: number, choice: string) => void
}

const ResultOf = ({ result }: { result: Result }) => (
  <>
    <Badge variant="dot" color={result.outcome === 'refused' ? 'red.7' : 'teal.7'}>
      {t(`payments.outcome_${result.outcome}`)}
    </Badge>{' '}
    {result.message}
  </>
)

export const BankLines = ({ lines, choices, results, onChoose }: BankLinesProps) => {
  const businesses = useBusinesses()
  const options = ({ proposals }: BankLine) => [
    { value: '', label: t('payments.skip') },
    ...proposals.map(({ invoice_id: id, number, buyer, open, reason }) => ({
      value: `invoice ${id}`,
      label: `${number} · ${buyer} · ${naira(open)} (${t(`payments.reason_${reason}`)})`,
    })),
    ...businesses.map(({ business_id: id, name }) => ({ value: `business ${id}`, label: t('payments.oldestOf', { name }) })),
  ]
  const pays = (line: BankLine) => {
    const result = results.find(({ row }) => row === line.row)
    if (result) return <ResultOf result={result} />
    if (line.payment_id !== null) return <Badge variant="default">{t('payments.outcome_imported_before')}</Badge>
    return (
      <Select
        aria-label={`${t('billing.pays')} ${line.row}`}
        data={options(line)}
        {...selected(choices[line.row] ?? '', (choice) => onChoose(line.row, choice))}
        searchable
        size="xs"
      />
    )
  }
  return (
    <RowsTable
      rows={lines}
      rowKey={(row) => String(row.row)}
      rowName={(row) => `${row.row}`}
      columns={[
        { key: 'date', title: t('records.date'), render: (row) => formatDate(row.date) },
        {
          key: 'text',
          title: t('payments.columnDescription'),
          render: (row) => [row.reference, row.description].filter(Boolean).join(' · '),
        },
        { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
        { key: 'pays', title: t('billing.pays'), render: pays },
      ]}
    />
  )
}
