// Actions on an invoice: issue or discard a draft, credit the invoice, take a payment, open its documents.

import { Button, CopyButton, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, INVOICES } from '../../api.ts'
import { LinkButton, PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { filledIn, SubmitForm, typed } from '../../components/form.tsx'
import { notifyDone, notifyError, useRefresh } from '../../components/queries.ts'
import { PaperLink } from '../../components/text.tsx'
import { useMayAccount, useMayTakePayments } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Invoice, InvoiceDetail, PaymentLink } from '../../wire.ts'
import { SendInvoiceDialog } from '../messages/send-invoice.tsx'
import { koboOf } from './billing-text.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { WriteOffDialog } from './write-off.tsx'

const Made = ({ link: { url, reference } }: { link: PaymentLink }) =>
  url === null ? (
    <Text size="sm">{t('payments.noLink', { reference })}</Text>
  ) : (
    <>
      <TextInput label={t('payments.linkAddress')} value={url} readOnly />
      <Group justify="flex-end" mt="md">
        <CopyButton value={url}>{({ copy }) => <Button onClick={copy}>{t('shell.copy')}</Button>}</CopyButton>
      </Group>
    </>
  )

const PaymentLinkDialog = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const [email, setEmail] = useState('')
  const [link, setLink] = useState<PaymentLink | null>(null)
  const make = async () => {
    const given = filledIn({ email })
    setLink(await api.send<PaymentLink>('POST', `${INVOICES}/${invoice.invoice_id}/payment_link`, given))
  }
  return (
    <Modal opened onClose={onClose} title={t('payments.linkTitle', { number: invoice.number! })}>
      {link ? (
        <Made link={link} />
      ) : (
        <SubmitForm submitLabel={t('payments.makeLink')} onSubmit={make} onCancel={onClose}>
          {(errorOf) => (
            <TextInput
              label={t('payments.linkEmail')}
              description={t('payments.linkEmailHint')}
              {...typed(email, setEmail, errorOf('email'))}
              type="email"
              data-autofocus
            />
          )}
        </SubmitForm>
      )}
    </Modal>
  )
}

const DraftActions = ({ invoice }: { invoice: Invoice }) => {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const [isSending, setIsSending] = useState(false)
  const send = async (action: 'issue' | 'discard') => {
    setIsSending(true)
    try {
      const { invoice: after } = await api.send<InvoiceDetail>('POST', `${INVOICES}/${invoice.invoice_id}/${action}`, {})
      notifyDone(action === 'issue' ? t('billing.isIssued', { number: after.number! }) : t('records.draftDiscarded'))
    } catch (error) {
      notifyError(error)
    }
    await refresh()
    setIsSending(false)
  }
  const issue = async () => {
    const question = { title: t('billing.issueTitle'), text: t('billing.issueText'), action: t('billing.issue') }
    if (await confirm(question)) await send('issue')
  }
  const discard = async () => {
    const question = { title: t('billing.discardTitle'), text: t('billing.discardText'), action: t('records.discard'), danger: true }
    if (await confirm(question)) await send('discard')
  }
  return (
    <>
      <PlainButton label={t('records.discard')} disabled={isSending} onClick={() => void discard()} />
      <Button loading={isSending} onClick={() => void issue()}>
        {t('billing.issue')}
      </Button>
    </>
  )
}

export const InvoiceActions = ({ detail }: { detail: InvoiceDetail }) => {
  const { invoice } = detail
  const mayAccount = useMayAccount()
  const mayTakePayments = useMayTakePayments()
  const [isCrediting, setIsCrediting] = useState(false)
  const [isLinking, setIsLinking] = useState(false)
  const [isWritingOff, setIsWritingOff] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { invoice_id: id, status, mode } = invoice
  if (status === 'discarded') return null
  if (status === 'draft') return mayAccount ? <DraftActions invoice={invoice} /> : null
  const file = `${INVOICES}/${id}/invoice`
  return (
    <>
      {isCrediting && <CreditDialog detail={detail} onClose={() => setIsCrediting(false)} />}
      {isWritingOff && <WriteOffDialog invoice={invoice} onClose={() => setIsWritingOff(false)} />}
      {isSending && <SendInvoiceDialog invoice={invoice} onClose={() => setIsSending(false)} />}
      {isLinking && <PaymentLinkDialog invoice={invoice} onClose={() => setIsLinking(false)} />}
      <PaperLink href={`${file}.pdf`} label={t('billing.pdf')} />
      <PaperLink href={`${file}.csv`} label={t('billing.csv')} isDownload />
      <PaperLink href={`${file}.xml`} label={t('billing.ubl')} isDownload />
      {mayAccount && status !== 'void' && koboOf(invoice.written_off) === 0 && (
        <PlainButton label={t('billing.credit')} onClick={() => setIsCrediting(true)} />
      )}
      {mayAccount && koboOf(invoice.open) > 0 && <PlainButton label={t('writtenOff.action')} onClick={() => setIsWritingOff(true)} />}
      {mayTakePayments && koboOf(invoice.open) > 0 && <PlainButton label={t('messages.sendInvoice')} onClick={() => setIsSending(true)} />}
      {mayTakePayments && koboOf(invoice.open) > 0 && <PlainButton label={t('payments.link')} onClick={() => setIsLinking(true)} />}
      {mayTakePayments && koboOf(invoice.open) > 0 && (
        <LinkButton href={`/payments/new?mode=${mode}&code=${id}`} label={t('billing.takePayment')} icon="cash" variant="filled" />
      )}
    </>
  )
}
