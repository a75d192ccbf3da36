// The page of an invitation: the token after the # creates an account and signs in.

import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api.ts'
import { SubmitForm, typed } from '../components/form.tsx'
import { useSetCaller } from '../session.tsx'
import { t } from '../strings.ts'
import type { StaffMember } from '../wire.ts'
import { signIn } from './password-sign-in.ts'
import { InsecureNotice } from './sign-in.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

export const Invitation = () => {
  const setCaller = useSetCaller()
  const [, navigate] = useLocation()
  const [token] = useState(() => window.location.hash.slice(1))
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submit = async () => {
    const { email } = await api.send<StaffMember>('POST', '/ops/v1/invitation', { token, name, password })
    try {
      setCaller(await signIn({ email, password }))
    } finally {
      // The token is used up, even if signing in fails: remove it from the URL.
      navigate('/', { replace: true })
    }
  }
  return (
    <SignInLayout title={t('shell.invitation')} lead={t('shell.invitationLead')}>
      {token === '' ? (
        <Text size="sm">{t('shell.invitationNoToken')}</Text>
      ) : (
        <SubmitForm submitLabel={t('shell.setUpSubmit')} onSubmit={submit} fullWidth>
          {(errorOf) => (
            <>
              <InsecureNotice />
              <TextInput label={t('shell.name')} autoComplete="name" autoFocus {...typed(name, setName, errorOf('name'))} />
              <PasswordInput
                label={t('shell.password')}
                description={t('shell.passwordHint')}
                autoComplete="new-password"
                {...typed(password, setPassword, errorOf('password'))}
              />
            </>
          )}
        </SubmitForm>
      )}
    </SignInLayout>
  )
}
