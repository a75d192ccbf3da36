// The set-up page: the token after the # creates the first admin and signs in.

import { Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api.ts'
import { SubmitForm, typed } from '../components/form.tsx'
import { useSetCaller } from '../session.tsx'
import { t } from '../strings.ts'
import { signIn } from './password-sign-in.ts'
import { InsecureNotice } from './sign-in.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

const NoToken = () => (
  <Stack gap="xs">
    <Text size="sm">{t('shell.setUpNoToken')}</Text>
    <Code block>{t('shell.setUpCommand')}</Code>
  </Stack>
)

export const SetUp = () => {
  const setCaller = useSetCaller()
  const [, navigate] = useLocation()
  const [token] = useState(() => window.location.hash.slice(1))
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async () => {
    await api.send('POST', '/ops/v1/setup', { token, email, name, password })
    try {
      setCaller(await signIn({ email, password }))
    } finally {
      // The token is used up, even if signing in fails: remove it from the URL.
      navigate('/', { replace: true })
    }
  }
  return (
    <SignInLayout title={t('shell.setUp')} lead={t('shell.setUpLead')}>
      {token === '' ? (
        <NoToken />
      ) : (
        <SubmitForm submitLabel={t('shell.setUpSubmit')} onSubmit={submit} fullWidth>
          {(errorOf) => (
            <>
              <InsecureNotice />
              <TextInput label={t('shell.name')} autoComplete="name" autoFocus {...typed(name, setName, errorOf('name'))} />
              <TextInput label={t('shell.email')} type="email" autoComplete="username" {...typed(email, setEmail, errorOf('email'))} />
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
