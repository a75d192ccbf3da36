// Makes the link under which an invoice is paid online, for staff to send to the payer.

import { Button, CopyButton, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { filledIn, SubmitForm, typed } from '../../components/form.tsx'
import { INVOICES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Invoice, PaymentLink } from '../../wire.ts'

const Made = ({ link: { url, reference } }: { link: PaymentLink }) =>
  url === null ? (
    <Text size="sm">{t('payments.noLink', { reference })}</Text>
  ) : (
    <>
      <TextInput label={t('payments.linkAddress')} value={url} readOnly />
      <Group justify="flex-end" mt="md">
        <CopyButton value={url}>{({ copy }) => <Button onClick={copy}>{t('payments.copy')}</Button>}</CopyButton>
      </Group>
    </>
  )

export const PaymentLinkDialog = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
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
