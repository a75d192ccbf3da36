// The account page of the signed-in person: name and phone, phone for sign-in codes, passkeys, authenticator app, sessions.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../api.ts'
import { TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Page, Section } from '../../components/page.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePlace } from '../../scope.tsx'
import { SESSION_KEY, useSession } from '../../session.tsx'
import { texts } from '../../texts/people.ts'
import type { Me } from '../../wire.ts'
import { Passkeys } from './passkeys.tsx'
import { PhoneSection } from './phone.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const Profile = ({ user }: Pick<Me, 'user'>) => {
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(user.name)
  const [phone, setPhone] = useState(user.phone ?? '')
  const save = async (): Promise<void> => {
    await portal.send('PATCH', '/user', { name: name.trim(), phone: phone.trim() || null })
    await client.invalidateQueries({ queryKey: SESSION_KEY })
    toast(texts.saved)
  }
  return (
    <Section title={texts.profile}>
      <Form submit={texts.saveProfile} onSubmit={save}>
        {(errorOf) => (
          <div className="fields">
            <TextField label={texts.name} value={name} onValue={setName} error={errorOf('name')} autoComplete="name" />
            <TextField
              label={texts.phone}
              type="tel"
              value={phone}
              onValue={setPhone}
              error={errorOf('phone')}
              autoComplete="tel"
              isOptional
            />
          </div>
        )}
      </Form>
    </Section>
  )
}

export default () => {
  const { data: me } = useSession()
  const { isViewOnly } = usePlace()
  if (!me) return null
  return (
    <Page title={texts.account} lead={texts.accountLead(me.user.email)}>
      {!isViewOnly && (
        <>
          <Profile key={me.user.phone} user={me.user} />
          <PhoneSection user={me.user} />
          <Passkeys />
          <SecondFactorSection />
        </>
      )}
      <Sessions />
    </Page>
  )
}
