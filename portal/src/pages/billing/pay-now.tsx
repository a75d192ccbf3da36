// The dialog for paying an invoice. Shows a link to the payment provider, or the reference for a bank transfer if there is no provider.

import { useState } from 'react'
import { formatMoney } from '../../../../web/format.ts'
import type { Answer } from '../../api.ts'
import { OutsideLink } from '../../components/button.tsx'
import { CopyText } from '../../components/copied/copy-text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Alert } from '../../components/states.tsx'
import { useSend } from '../../scope.tsx'
import { useSession } from '../../session.tsx'
import { texts } from '../../texts/billing.ts'
import type { FullInvoice } from '../../wire.ts'

const Ready = ({ link }: { link: Answer<'createPaymentLink'> }) => {
  if (link.url === null)
    return (
      <>
        <p>{texts.payTransfer}</p>
        <CopyText label={texts.payReference} text={link.reference} />
        <p className="hint">{texts.payBank}</p>
      </>
    )
  return (
    <>
      <Alert tone="ok">{texts.payReady}</Alert>
      <OutsideLink href={link.url} look="primary" isWide>
        {texts.payOpen}
      </OutsideLink>
      <p className="hint">{texts.payWait}</p>
    </>
  )
}

export const PayNow = ({ invoice, onClose }: { invoice: FullInvoice; onClose: () => void }) => {
  const { mutateAsync } = useSend('createPaymentLink')
  const { data: me } = useSession()
  const [email, setEmail] = useState(me?.user.email ?? '')
  const [link, setLink] = useState<Answer<'createPaymentLink'> | null>(null)
  const submit = async (): Promise<void> => {
    const made = await mutateAsync({ id: invoice.invoice_id, body: { email: email.trim() || null } })
    setLink(made)
    // The dialog also shows the link, because the browser may block the new window.
    if (made.url !== null) window.open(made.url, '_blank', 'noopener')
  }
  const title = link !== null && link.url === null ? texts.payTransferTitle : texts.payTitle(formatMoney(invoice.open, invoice.currency))
  return (
    <Dialog title={title} onClose={onClose}>
      {link ? (
        <Ready link={link} />
      ) : (
        <Form submit={texts.payGo} onSubmit={submit} isWide>
          {(errorOf) => (
            <>
              <p>{texts.payLead}</p>
              <TextField
                label={texts.payEmail}
                hint={texts.payEmailHint}
                type="email"
                autoComplete="email"
                value={email}
                onValue={setEmail}
                error={errorOf('email')}
                isOptional
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}
