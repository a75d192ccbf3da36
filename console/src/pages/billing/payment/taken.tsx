// The confirmation of a payment, with buttons that print its receipt on each kind of printer.

import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PAYMENTS } from '../../../api.ts'
import { Icon } from '../../../components/icons.tsx'
import { Facts, Panel } from '../../../components/page.tsx'
import { notifyError } from '../../../components/queries.ts'
import { PageLink, PaperLink } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { Due, TakenPayment } from '../../../wire.ts'
import { printPictures } from '../../receiving/print-label.ts'
import { InvoiceStatusBadge, koboOf, naira } from '../billing-text.tsx'
import { payerText } from './payment-form.tsx'

type ReceiptButtonsProps = { paymentId: string; isFirst?: boolean }

/**
 * The first two buttons print the receipt directly: on A6 paper for office printers, and on 80 mm till rolls. The third button opens the
 * receipt as a PDF.
 */
export const ReceiptButtons = ({ paymentId, isFirst = false }: ReceiptButtonsProps) => {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst) first.current?.focus()
  }, [isFirst])
  const print = (format: 'a6' | '80mm') => () =>
    void printPictures([`${PAYMENTS}/${paymentId}/receipt.png?format=${format}`], format === 'a6' ? 'a6' : 'roll').catch(notifyError)
  const icon = <Icon name="print" sizePx={14} />
  return (
    <>
      <Button ref={first} variant="default" leftSection={icon} onClick={print('a6')}>
        {t('billing.receiptA6')}
      </Button>
      <Button variant="default" leftSection={icon} onClick={print('80mm')}>
        {t('billing.receiptRoll')}
      </Button>
      <PaperLink href={`${PAYMENTS}/${paymentId}/receipt.pdf`} label={t('billing.openReceipt')} />
    </>
  )
}

type TakenProps = { taken: TakenPayment; due: Due; onNext?: () => void }

export const Taken = ({ taken: { payment: recorded, paid }, due, onNext }: TakenProps) => {
  const { payment } = recorded
  return (
    <Panel title={t('billing.taken', { amount: naira(payment.amount), name: payerText(due) })}>
      <Facts
        facts={[
          [t('billing.receipt'), payment.number],
          [t('billing.method'), [t(`billing.${payment.method}`), payment.reference].filter(Boolean).join(' · ')],
          koboOf(payment.withheld) > 0 && [t('withholding.fact'), naira(payment.withheld)],
          due.parcel_number !== null && [t('packages.one'), due.parcel_number],
          [
            t('billing.pays'),
            paid.length === 0
              ? t('billing.paysNothing')
              : paid.map(({ invoice_id: id, number, status }) => (
                  <Group key={id} gap="xs">
                    <PageLink href={`/invoices/${id}`}>{number}</PageLink>
                    <InvoiceStatusBadge status={status} />
                  </Group>
                )),
          ],
          koboOf(payment.credit) > 0 ? [t('billing.creditLeft'), naira(payment.credit)] : null,
        ]}
      />
      <Group>
        <ReceiptButtons paymentId={payment.payment_id} isFirst />
        {onNext && <Button onClick={onNext}>{t('billing.nextPayment')}</Button>}
      </Group>
    </Panel>
  )
}
