// The credit notes of an invoice. A credit note that grants a discount can be withdrawn.

import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, CREDIT_NOTES, INVOICES } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { ReasonDialog } from '../../components/form.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { PaperLink } from '../../components/text.tsx'
import { formatDate } from '../../format.ts'
import { useMayAccount } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { InvoiceDetail } from '../../wire.ts'
import { naira } from './billing-text.tsx'

type CreditNote = NonNullable<InvoiceDetail['paper']>['credit_notes'][number]

const WithdrawDialog = ({ note: { credit_note_id: id, number }, onClose }: { note: CreditNote; onClose: () => void }) => {
  const withdraw = async (reason: string) => {
    await api.send('POST', `${CREDIT_NOTES}/${id}/withdraw`, { reason })
    return t('billing.isWithdrawn', { number })
  }
  const words = { title: t('billing.withdrawTitle', { number }), submitLabel: t('billing.withdraw'), label: t('records.reason') }
  return (
    <ReasonDialog {...words} onSubmit={withdraw} onClose={onClose}>
      <Text size="sm">{t('billing.withdrawText')}</Text>
    </ReasonDialog>
  )
}

export const CreditNotesPanel = ({ detail: { invoice, paper } }: { detail: InvoiceDetail }) => {
  const notes = paper?.credit_notes ?? []
  const mayAccount = useMayAccount()
  const [withdrawn, setWithdrawn] = useState<CreditNote | null>(null)
  if (notes.length === 0) return null
  const file = `${INVOICES}/${invoice.invoice_id}/credit_note.pdf`
  return (
    <Panel title={t('billing.creditNotes')} flush>
      {withdrawn && <WithdrawDialog note={withdrawn} onClose={() => setWithdrawn(null)} />}
      <RowsTable
        rows={notes}
        rowKey={(row) => row.credit_note_id}
        rowName={(row) => row.number}
        columns={[
          {
            key: 'number',
            title: t('billing.number'),
            render: (row) => <PaperLink href={`${file}?number=${encodeURIComponent(row.number)}`} label={row.number} size="compact-xs" />,
          },
          { key: 'reason', title: t('records.reason'), render: (row) => row.reason },
          {
            key: 'kind',
            title: t('billing.kind'),
            render: (row) =>
              row.kind === 'discount' && (
                <Group gap={6}>
                  <Badge variant="default">{t('billing.discountNote')}</Badge>
                  {mayAccount && <RowButton label={t('billing.withdraw')} variant="default" onClick={() => setWithdrawn(row)} />}
                </Group>
              ),
          },
          { key: 'date', title: t('records.date'), render: (row) => formatDate(row.issue_date), isLesser: true },
          { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.total) },
        ]}
      />
    </Panel>
  )
}
