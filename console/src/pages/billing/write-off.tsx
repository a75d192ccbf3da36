// Write-offs of an invoice: the form that writes off what is owed, the list of write-offs, and the button that reverses a write-off.

import { Alert, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, INVOICES, WRITE_OFFS } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { filledIn, ReasonDialog, SaveDialog, typed } from '../../components/form.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { formatDate } from '../../format.ts'
import { useMayAccount } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { InvoiceDetail } from '../../wire.ts'
import { naira } from './billing-text.tsx'
import { sendOrAsk } from './second-person.ts'

export const WriteOffDialog = ({ invoice, onClose }: { invoice: InvoiceDetail['invoice']; onClose: () => void }) => {
  const [amount, setAmount] = useState(invoice.open)
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const number = invoice.number!
  const send = () => {
    const body = { reason, ...filledIn({ amount, written_off_on: day }) }
    return sendOrAsk(`${INVOICES}/${invoice.invoice_id}`, 'write_off', body, t('writtenOff.done', { number }))
  }
  return (
    <SaveDialog title={t('writtenOff.title', { number })} submitLabel={t('writtenOff.action')} onSubmit={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <Alert color="yellow">{t('writtenOff.hint')}</Alert>
          <TextInput
            label={t('billing.amountLabel')}
            description={t('writtenOff.owed', { amount: naira(invoice.open) })}
            inputMode="decimal"
            {...typed(amount, setAmount, errorOf('amount'))}
          />
          <TextInput
            type="date"
            label={t('writtenOff.day')}
            description={t('writtenOff.dayHint')}
            {...typed(day, setDay, errorOf('written_off_on'))}
          />
          <Textarea label={t('records.reason')} {...typed(reason, setReason, errorOf('reason'))} data-autofocus />
        </>
      )}
    </SaveDialog>
  )
}

type WriteOff = InvoiceDetail['write_offs'][number]

const ReverseDialog = ({ row, onClose }: { row: WriteOff; onClose: () => void }) => {
  const reverse = async (reason: string) => {
    await api.send('POST', `${WRITE_OFFS}/${row.write_off_id}/reverse`, { reason })
    return t('writtenOff.isReversed')
  }
  const words = { title: t('writtenOff.reverseTitle'), submitLabel: t('payments.reverse'), label: t('records.reason') }
  return <ReasonDialog {...words} onSubmit={reverse} onClose={onClose} />
}

export const WriteOffsPanel = ({ detail: { write_offs: rows } }: { detail: InvoiceDetail }) => {
  const mayAccount = useMayAccount()
  const [reversed, setReversed] = useState<WriteOff | null>(null)
  if (rows.length === 0) return null
  return (
    <Panel title={t('writtenOff.panel')} flush>
      {reversed && <ReverseDialog row={reversed} onClose={() => setReversed(null)} />}
      <RowsTable
        rows={rows}
        rowKey={(row) => row.write_off_id}
        rowName={(row) => row.reason}
        columns={[
          { key: 'date', title: t('records.date'), render: (row) => formatDate(row.written_off_on) },
          { key: 'reason', title: t('records.reason'), render: (row) => row.reason },
          { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
          {
            key: 'reversed',
            title: t('writtenOff.reversal'),
            render: (row) =>
              row.reversed_at !== null
                ? t('writtenOff.reversedFor', { reason: row.reverse_reason ?? '' })
                : mayAccount && <RowButton label={t('payments.reverse')} variant="default" onClick={() => setReversed(row)} />,
          },
        ]}
      />
    </Panel>
  )
}
