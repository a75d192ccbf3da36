// Buttons that simulate the operator and the bank in test mode: one issues an invoice, the other pays an invoice.

import type { Answer, Given, Name } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePlace, useSend } from '../../scope.tsx'
import { texts } from '../../texts/billing.ts'

type PlayProps<N extends Name> = { operation: N; given: Given<N>; label: string; done: (answer: Answer<N>) => string }

function Play<N extends Name>({ operation, given, label, done }: PlayProps<N>) {
  const { isTest, isViewOnly } = usePlace()
  const { mutate, isPending, error } = useSend(operation)
  const toast = useToast()
  if (!isTest || isViewOnly) return null
  return (
    <>
      <Button isBusy={isPending} onClick={() => mutate(given, { onSuccess: (answer) => toast(done(answer)) })}>
        {label}
      </Button>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}

export const IssueTestInvoice = () => (
  <Play operation="testIssueInvoice" given={{}} label={texts.testIssue} done={({ number }) => texts.testIssued(number)} />
)

export const PlayTestPayment = ({ invoiceId }: { invoiceId: string }) => (
  <Play operation="testPlayPayment" given={{ body: { invoice_id: invoiceId } }} label={texts.testPay} done={() => texts.testPaid} />
)
