// The phone that receives the person's sign-in codes. The person first confirms the phone with a code.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { CodeField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Badge } from '../../components/marks.tsx'
import { Section } from '../../components/page.tsx'
import { phoneChannels, usePhone } from '../../components/phone-fields.tsx'
import { useToast } from '../../components/toast.tsx'
import { SESSION_KEY, useBrand } from '../../session.tsx'
import { texts } from '../../texts/people.ts'
import type { Me } from '../../wire.ts'

const ConfirmPhone = ({ user, onClose }: Pick<Me, 'user'> & { onClose: () => void }) => {
  const client = useQueryClient()
  const toast = useToast()
  const { to, fields } = usePhone(phoneChannels(useBrand()), user.phone ?? '')
  const [code, setCode] = useState('')
  const [isSent, setIsSent] = useState(false)
  const send = async (): Promise<void> => {
    await portal.send('POST', '/phone_codes', to)
    setIsSent(true)
  }
  const confirm = async (): Promise<void> => {
    await portal.send('POST', '/phone', { phone: to.phone, code: code.trim() })
    await client.invalidateQueries({ queryKey: SESSION_KEY })
    toast(texts.phoneConfirmed)
    onClose()
  }
  return (
    <Dialog title={texts.phoneConfirm} onClose={onClose}>
      {isSent ? (
        <Form
          key="code"
          submit={texts.phoneConfirm}
          onSubmit={confirm}
          extra={<Button onClick={() => setIsSent(false)}>{texts.phoneAgain}</Button>}
        >
          {(errorOf) => (
            <>
              <p className="hint">{texts.phoneSent(to.phone)}</p>
              <CodeField label={texts.phoneCode} value={code} onValue={setCode} error={errorOf('code')} />
            </>
          )}
        </Form>
      ) : (
        <Form key="phone" submit={texts.phoneSend} onSubmit={send}>
          {(errorOf) => fields(errorOf, texts.phone)}
        </Form>
      )}
    </Dialog>
  )
}

/** Shows nothing if the operator sends no codes to phones. */
export const PhoneSection = ({ user }: Pick<Me, 'user'>) => {
  const brand = useBrand()
  const [isOpen, setIsOpen] = useState(false)
  if (phoneChannels(brand).length === 0) return null
  const isConfirmed = user.phone_confirmed_at !== null
  return (
    <Section title={texts.phoneTitle}>
      {isOpen && <ConfirmPhone user={user} onClose={() => setIsOpen(false)} />}
      <p className="hint">{texts.phoneLead}</p>
      <div className="section-head">
        <span className="grows">
          {user.phone ?? texts.phoneNone} {isConfirmed && <Badge tone="ok">{texts.phoneIsConfirmed}</Badge>}
        </span>
        <Button onClick={() => setIsOpen(true)}>{isConfirmed ? texts.phoneChange : texts.phoneConfirm}</Button>
      </div>
    </Section>
  )
}
