// The withheld tax for which no certificate is recorded, and the form that records a certificate.

import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, CERTIFICATES, WITHHELD_TAXES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { filledIn, SaveDialog, typed } from '../../../components/form.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { PageLink } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Certificate, WithheldTax } from '../../../wire.ts'
import { naira, sumOf } from '../billing-text.tsx'
import type { Account } from '../payer-account.ts'
import { PagedPanel, payerColumn, usePaged } from './paged-panel.tsx'

const COLUMNS: Column<WithheldTax>[] = [
  {
    key: 'invoice',
    title: t('billing.one'),
    render: (row) => <PageLink href={`/invoices/${row.invoice_id}`}>{row.invoice_number}</PageLink>,
    csv: (row) => row.invoice_number,
  },
  {
    key: 'receipt',
    title: t('billing.receipt'),
    render: (row) => <PageLink href={`/payments/${row.payment_id}`}>{row.receipt_number}</PageLink>,
    csv: (row) => row.receipt_number,
    isLesser: true,
  },
  { key: 'withheld_on', title: t('billing.paidOn'), value: (row) => row.withheld_on, format: formatDate, isLesser: true },
  { key: 'amount', title: t('withholding.fact'), align: 'right', value: (row) => row.amount, format: naira, isLesser: true },
  { key: 'open', title: t('withholding.open'), align: 'right', value: (row) => row.open, format: naira },
]

type DialogProps = { account: Account; claims: readonly WithheldTax[]; onClose: () => void }

const RecordDialog = ({ account: { businessId, customerId, mode }, claims, onClose }: DialogProps) => {
  const [values, setValues] = useState({ number: '', issued_on: '', note: '' })
  const [amount, setAmount] = useState<string | null>(null)
  const [picked, setPicked] = useState<string[]>([])
  const set = (field: keyof typeof values) => (text: string) => setValues((before) => ({ ...before, [field]: text }))
  const covered = picked.length === 0 ? claims : claims.filter(({ withheld_tax_id: id }) => picked.includes(id))
  const proposed = amount ?? sumOf(covered.map(({ open }) => open))
  const save = async () => {
    const made = await api.send<Certificate>('POST', CERTIFICATES, {
      mode,
      business: businessId,
      ...(customerId === null ? {} : { customer_id: customerId }),
      number: values.number,
      issued_on: values.issued_on,
      amount: proposed,
      ...filledIn({ note: values.note }),
      ...(picked.length === 0 ? {} : { withheld_taxes: picked }),
    })
    return t('withholding.isRecorded', { number: made.number })
  }
  return (
    <SaveDialog title={t('withholding.recordTitle')} submitLabel={t('withholding.record')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('records.number')} {...typed(values.number, set('number'), errorOf('number'))} data-autofocus />
          <TextInput type="date" label={t('withholding.issuedOn')} {...typed(values.issued_on, set('issued_on'), errorOf('issued_on'))} />
          <TextInput label={t('billing.amountLabel')} inputMode="decimal" {...typed(proposed, setAmount, errorOf('amount'))} />
          <Checkbox.Group
            label={t('withholding.covers')}
            description={t('withholding.coversHint')}
            value={picked}
            onChange={setPicked}
            error={errorOf('withheld_taxes')}
          >
            <Stack gap="xs" mt={6}>
              {claims.map(({ withheld_tax_id: id, invoice_number: number, open, withheld_on: day }) => (
                <Checkbox key={id} value={id} label={`${number} · ${formatDate(day)} · ${naira(open)}`} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Textarea label={t('billing.note')} {...typed(values.note, set('note'), errorOf('note'))} />
        </>
      )}
    </SaveDialog>
  )
}

export const ClaimsPanel = ({ account }: { account: Account }) => {
  const mayAccount = useMayAccount()
  const [isOpen, setOpen] = useState(false)
  const { rows, query, params } = usePaged<WithheldTax>(WITHHELD_TAXES, account, { open: 'true' })
  /**
   * A certificate covers the tax of one payer only. On the account page of a business, `rows` also contains tax that customers of the
   * business withheld. The form does not offer that tax.
   */
  const claims = rows.filter(({ parcel_customer_id: id }) => id === account.customerId)
  return (
    <>
      {isOpen && <RecordDialog account={account} claims={claims} onClose={() => setOpen(false)} />}
      <PagedPanel
        title={t('withholding.claimsTitle')}
        lead={t(account.customerId === null ? 'withholding.businessClaimsLead' : 'withholding.claimsLead')}
        actions={mayAccount && claims.length > 0 && <PlainButton label={t('withholding.record')} size="xs" onClick={() => setOpen(true)} />}
        csvName="withheld-tax"
        path={WITHHELD_TAXES}
        params={params}
        rows={rows}
        query={query}
        columns={account.customerId === null ? [...COLUMNS.slice(0, 1), payerColumn(), ...COLUMNS.slice(1)] : COLUMNS}
        keyOf={(row) => row.withheld_tax_id}
        nameOf={(row) => row.invoice_number}
        none={t('withholding.noClaims')}
      />
    </>
  )
}
