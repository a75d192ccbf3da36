// The certificates for tax that a payer withheld. A certificate that was recorded by mistake can be withdrawn.

import { useState } from 'react'
import { api, CERTIFICATES } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { ReasonDialog } from '../../../components/form.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { formatDate } from '../../../format.ts'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Certificate } from '../../../wire.ts'
import { naira } from '../billing-text.tsx'
import type { Account } from '../payer-account.ts'
import { PagedPanel, payerColumn, usePaged } from './paged-panel.tsx'

const WithdrawDialog = ({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) => {
  const { certificate_id: id, number } = certificate
  const withdraw = async (reason: string) => {
    await api.send('POST', `${CERTIFICATES}/${id}/withdraw`, { reason })
    return t('withholding.isWithdrawn', { number })
  }
  const words = {
    title: t('withholding.withdrawTitle', { number }),
    submitLabel: t('billing.withdraw'),
    label: t('records.reason'),
    description: t('withholding.withdrawHint'),
  }
  return <ReasonDialog {...words} onSubmit={withdraw} onClose={onClose} />
}

const COLUMNS: Column<Certificate>[] = [
  { key: 'number', title: t('records.number'), value: (row) => row.number },
  { key: 'issued_on', title: t('withholding.issuedOn'), value: (row) => row.issued_on, format: formatDate, isLesser: true },
  { key: 'note', title: t('billing.note'), value: (row) => row.note, isLesser: true, isFreeText: true },
  { key: 'amount', title: t('billing.amount'), align: 'right', value: (row) => row.amount, format: naira },
]

export const CertificatesPanel = ({ account }: { account: Account }) => {
  const mayAccount = useMayAccount()
  const [withdrawn, setWithdrawn] = useState<Certificate | null>(null)
  const { rows, query, params } = usePaged<Certificate>(CERTIFICATES, account)
  const withdrawal: Column<Certificate> = {
    key: 'withdrawn',
    title: t('withholding.withdrawal'),
    render: (row) =>
      row.withdrawn_at !== null
        ? t('withholding.withdrawnFor', { reason: row.withdraw_reason ?? '' })
        : mayAccount && (
            <RowButton
              label={t('billing.withdraw')}
              variant="default"
              named={t('withholding.withdrawNamed', { number: row.number })}
              onClick={() => setWithdrawn(row)}
            />
          ),
    csv: (row) => row.withdraw_reason,
  }
  const columns = account.customerId === null ? [...COLUMNS.slice(0, 1), payerColumn<Certificate>(), ...COLUMNS.slice(1)] : COLUMNS
  return (
    <>
      {withdrawn && <WithdrawDialog certificate={withdrawn} onClose={() => setWithdrawn(null)} />}
      <PagedPanel
        title={t('withholding.certificatesTitle')}
        csvName="withholding-certificates"
        path={CERTIFICATES}
        params={params}
        rows={rows}
        query={query}
        columns={[...columns, withdrawal]}
        keyOf={(row) => row.certificate_id}
        nameOf={(row) => row.number}
        none={t('withholding.noCertificates')}
      />
    </>
  )
}
