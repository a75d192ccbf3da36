// Plays the operator and the bank in test mode: issues an invoice, pays one.

import { Button } from '../../components/button.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePlace, useSend } from '../../scope.tsx'
import { texts } from '../../texts/billing.ts'

const useIsPlaying = (): boolean => {
  const { isTest, isViewOnly } = usePlace()
  return isTest && !isViewOnly
}

export const IssueTestInvoice = () => {
  const { mutate, isPending, error } = useSend('testIssueInvoice')
  const toast = useToast()
  if (!useIsPlaying()) return null
  return (
    <>
      <Button isBusy={isPending} onClick={() => mutate({}, { onSuccess: ({ number }) => toast(texts.testIssued(number)) })}>
        {texts.testIssue}
      </Button>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}

export const PlayTestPayment = ({ invoiceId }: { invoiceId: string }) => {
  const { mutate, isPending, error } = useSend('testPlayPayment')
  const toast = useToast()
  if (!useIsPlaying()) return null
  return (
    <>
      <Button isBusy={isPending} onClick={() => mutate({ body: { invoice_id: invoiceId } }, { onSuccess: () => toast(texts.testPaid) })}>
        {texts.testPay}
      </Button>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}
