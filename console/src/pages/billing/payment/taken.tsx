// A payment that was taken: its receipt is offered, and the next payer comes.

import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Facts, Panel } from '../../../components/page.tsx'
import { PaperLink } from '../../../components/paper-link.tsx'
import { PageLink } from '../../../components/text.tsx'
import { PAYMENTS } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { TakenPayment } from '../../../wire.ts'
import { InvoiceStatusBadge, koboOf, naira } from '../billing-words.tsx'
import type { Payer } from './find-payer.ts'

type TakenProps = { taken: TakenPayment; payer: Payer; onNext: () => void }

export const Taken = ({ taken: { payment: recorded, paid }, payer, onNext }: TakenProps) => {
  const { payment } = recorded
  const receipt = useRef<HTMLAnchorElement>(null)
  useEffect(() => receipt.current?.focus(), [])
  return (
    <Panel title={t('billing.taken', { amount: naira(payment.amount), name: payer.name })}>
      <Facts
        facts={[
          [t('billing.receipt'), payment.number],
          [t('billing.method'), [t(`billing.${payment.method}`), payment.reference].filter(Boolean).join(' · ')],
          [
            t('billing.paidInvoices'),
            paid.length === 0
              ? t('billing.paysNothing')
              : paid.map(({ invoice_id: id, number, status }) => (
                  <Group key={id} gap="xs">
                    <PageLink href={`/invoices/${id}`}>{number}</PageLink>
                    <InvoiceStatusBadge status={status} />
                  </Group>
                )),
          ],
          ...(koboOf(payment.credit) > 0 ? [[t('billing.creditLeft'), naira(payment.credit)] as const] : []),
        ]}
      />
      <Group>
        <PaperLink ref={receipt} href={`${PAYMENTS}/${payment.payment_id}/receipt.pdf`} label={t('billing.openReceipt')} />
        <Button onClick={onNext}>{t('billing.nextPayment')}</Button>
      </Group>
    </Panel>
  )
}
