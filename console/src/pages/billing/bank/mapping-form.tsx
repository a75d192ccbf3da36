// The form that says which column of a bank statement holds which field, and how dates and amounts are written.

import { Select, SimpleGrid } from '@mantine/core'
import { selected } from '../../../components/form.tsx'
import { t } from '../../../strings.ts'
import type { BankMapping } from '../../../wire.ts'

const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MMM-YYYY'] as const satisfies BankMapping['date_format'][]

export const emptyMapping = (columns: readonly string[]): BankMapping => ({
  date: columns[0] ?? '',
  amount: null,
  credit: columns.at(-1) ?? '',
  reference: null,
  description: columns[1] ?? '',
  date_format: 'DD/MM/YYYY',
  decimal: 'point',
})

type MappingFormProps = { columns: readonly string[]; mapping: BankMapping; onMapping: (mapping: BankMapping) => void }

export const MappingForm = ({ columns, mapping, onMapping }: MappingFormProps) => {
  const names = [...new Set(columns.filter((name) => name !== ''))]
  const column = (label: string, field: 'date' | 'amount' | 'credit' | 'reference' | 'description', hint?: string) => (
    <Select
      label={label}
      {...(hint === undefined ? {} : { description: hint })}
      data={[...(field === 'date' || field === 'description' ? [] : [{ value: '', label: t('records.none') }]), ...names]}
      {...selected(mapping[field] ?? '', (value) =>
        onMapping({ ...mapping, [field]: value || (field === 'date' || field === 'description' ? mapping[field] : null) }),
      )}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} style={{ alignItems: 'end' }}>
      {column(t('records.date'), 'date')}
      {column(t('payments.columnDescription'), 'description')}
      {column(t('payments.columnCredit'), 'credit')}
      {column(t('payments.columnAmount'), 'amount')}
      {column(t('payments.columnReference'), 'reference', t('payments.columnReferenceHint'))}
      <Select
        label={t('payments.dateFormat')}
        data={[...DATE_FORMATS]}
        {...selected(mapping.date_format, (value) => onMapping({ ...mapping, date_format: value }))}
      />
      <Select
        label={t('payments.decimal')}
        data={[
          { value: 'point', label: t('payments.point') },
          { value: 'comma', label: t('payments.comma') },
        ]}
        {...selected(mapping.decimal, (value) => onMapping({ ...mapping, decimal: value }))}
      />
    </SimpleGrid>
  )
}
