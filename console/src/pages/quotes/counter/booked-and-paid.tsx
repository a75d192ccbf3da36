// After a booking at the counter: its labels, then the payment, then the receipt.

import { useState } from 'react'
import { useMayTakePayments } from '../../../session.tsx'
import type { Due, Quote, TakenPayment } from '../../../wire.ts'
import { PaymentForm } from '../../billing/payment/payment-form.tsx'
import { Taken } from '../../billing/payment/taken.tsx'
import { Booked } from './book.tsx'

export const BookedAndPaid = ({ quote, onNext }: { quote: Quote; onNext: () => void }) => {
  const [done, setDone] = useState<{ taken: TakenPayment; due: Due } | null>(null)
  const mayTakePayments = useMayTakePayments()
  const [first] = quote.parcel_details.parcels ?? []
  return (
    <>
      <Booked quote={quote} onNext={onNext} />
      {!done && first && mayTakePayments && (
        // The form does not take the focus, so that an extra Enter starts the next quote and takes no payment.
        <PaymentForm of={first.parcel_id} mode={quote.mode} isFocused={false} onTaken={(taken, due) => setDone({ taken, due })} />
      )}
      {done && <Taken {...done} />}
    </>
  )
}
