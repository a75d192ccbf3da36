// The pages behind set-up and invitation links. A person creates an account with the token after the # in the URL, and is signed in.

import { Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api.ts'
import { SubmitForm, typed } from '../components/form.tsx'
import { useSetCaller } from '../session.tsx'
import { t } from '../strings.ts'
import type { StaffMember } from '../wire.ts'
import { InsecureNotice, SignInLayout, signIn } from './sign-in.tsx'

type CreateAccountProps = { path: string; title: string; lead: string; hasEmail: boolean; noToken: ReactNode }

/** `hasEmail`: whether the form asks for the email address. An invitation already contains the address. */
const CreateAccount = ({ path, title, lead, hasEmail, noToken }: CreateAccountProps) => {
  const setCaller = useSetCaller()
  const [, navigate] = useLocation()
  const [token] = useState(() => window.location.hash.slice(1))
  const [name, setName] = useState('')
  const [typedEmail, setTypedEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async () => {
    const body = { token, name, password, ...(hasEmail ? { email: typedEmail } : {}) }
    const { email } = await api.send<StaffMember>('POST', path, body)
    try {
      setCaller(await signIn({ email, password }))
    } finally {
      // The account has been created and the token is used up, even if signing in fails. Going to the start page removes the token from the
      // URL.
      navigate('/', { replace: true })
    }
  }
  return (
    <SignInLayout title={title} lead={lead}>
      {token === '' ? (
        noToken
      ) : (
        <SubmitForm submitLabel={t('shell.setUpSubmit')} onSubmit={submit} fullWidth>
          {(errorOf) => (
            <>
              <InsecureNotice />
              <TextInput label={t('shell.name')} autoComplete="name" autoFocus {...typed(name, setName, errorOf('name'))} />
              {hasEmail && (
                <TextInput
                  label={t('shell.email')}
                  type="email"
                  autoComplete="username"
                  {...typed(typedEmail, setTypedEmail, errorOf('email'))}
                />
              )}
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

export const SetUp = () => {
  const noToken = (
    <Stack gap="xs">
      <Text size="sm">{t('shell.setUpNoToken')}</Text>
      <Code block>{t('shell.setUpCommand')}</Code>
    </Stack>
  )
  return <CreateAccount path="/ops/v1/setup" title={t('shell.setUp')} lead={t('shell.setUpLead')} hasEmail noToken={noToken} />
}

export const Invitation = () => {
  const noToken = <Text size="sm">{t('shell.invitationNoToken')}</Text>
  const [title, lead] = [t('shell.invitation'), t('shell.invitationLead')]
  return <CreateAccount path="/ops/v1/invitation" title={title} lead={lead} hasEmail={false} noToken={noToken} />
}
