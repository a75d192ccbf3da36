// The unpaid charges of a package, with a button that takes a payment. Admins also get a button that releases the package without payment.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { api, PACKAGES } from '../../api.ts'
import { formatDate, formatMoney } from '../../format.ts'
import { useIsAdmin, useMayTakePayments } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { PackageOwed } from '../../wire.ts'
import { PlainButton } from '../buttons.tsx'
import { filledIn, ReasonDialog } from '../form.tsx'
import { PageLink } from '../text.tsx'

type ReleaseUnpaidProps = { owed: PackageOwed; onDone?: (() => void) | undefined; onClose: () => void }

const ReleaseUnpaid = ({ owed: { parcel_id: id, parcel_number: number }, onDone, onClose }: ReleaseUnpaidProps) => {
  const releaseUnpaid = async (reason: string) => {
    await api.send('POST', `${PACKAGES}/${id}/release_unpaid`, filledIn({ reason }))
    onDone?.()
    return t('billing.releaseUnpaidDone', { number })
  }
  return (
    <ReasonDialog
      title={t('billing.releaseUnpaidTitle', { number })}
      submitLabel={t('billing.releaseUnpaid')}
      label={t('records.reason')}
      description={t('billing.releaseUnpaidHint')}
      onSubmit={releaseUnpaid}
      onClose={onClose}
    />
  )
}

export const ReleaseActions = ({ owed, mode, onReleased }: { owed: PackageOwed; mode: string; onReleased?: () => void }) => {
  const isAdmin = useIsAdmin()
  const mayTakePayments = useMayTakePayments()
  const [isAsking, setIsAsking] = useState(false)
  const { parcel_number: number, parcel_id: id } = owed
  return (
    <Group gap={4}>
      {isAsking && <ReleaseUnpaid owed={owed} onDone={onReleased} onClose={() => setIsAsking(false)} />}
      {mayTakePayments && (
        <Button
          component={Link}
          href={`/payments/new?mode=${mode}&code=${id}`}
          size="compact-sm"
          variant="default"
          aria-label={t('billing.takePaymentFor', { number })}
        >
          {t('billing.takePayment')}
        </Button>
      )}
      {isAdmin && owed.stops !== null && (
        <PlainButton
          label={t('billing.releaseUnpaid')}
          size="compact-sm"
          named={t('billing.releaseUnpaidNamed', { number })}
          onClick={() => setIsAsking(true)}
        />
      )}
    </Group>
  )
}

type OwedCharge = PackageOwed['charges'][number]

const InvoiceOf = ({ charge }: { charge: OwedCharge }) => {
  if (charge.invoice_id === null) return t('billing.notInvoiced')
  const due = charge.due_date === null ? '' : t('billing.dueBy', { date: formatDate(charge.due_date) })
  return (
    <>
      <PageLink href={`/invoices/${charge.invoice_id}`} size="xs">
        {charge.invoice_number ?? t('billing.draft')}
      </PageLink>
      {due}
    </>
  )
}

export const OwedCharges = ({ owed }: { owed: PackageOwed }) => (
  <ul className="owed-charges">
    {owed.charges.map((charge) => (
      <li key={charge.charge_id}>
        <Text size="sm">
          {charge.description}: <strong>{formatMoney(charge.total, owed.currency)}</strong>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <InvoiceOf charge={charge} />
        </Text>
      </li>
    ))}
    {owed.missed_charges.map((missed) => (
      <li key={missed.missed_charge_id}>
        <Text size="sm">
          {missed.description}: <strong>{formatMoney(missed.amount, missed.currency)}</strong>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <PageLink href="/missed-charges" size="xs">
            {t('billing.couldNotCharge')}
          </PageLink>
        </Text>
      </li>
    ))}
  </ul>
)

export const stopsText = (owed: PackageOwed): string | null => (owed.stops === null ? null : t(`billing.stops_${owed.stops}`))
