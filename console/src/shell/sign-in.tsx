// Signing in. It stands at the address that was asked for, so that this page follows once it is done.

import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, api } from '../api.ts'
import { SubmitForm } from '../components/form.tsx'
import type { Caller } from '../session.tsx'
import { useEnterAs } from '../session.tsx'
import { t } from '../strings.ts'
import { Entrance } from './entrance.tsx'

/** The browser may have refused the cookie: only the next answer tells. */
export const signIn = async (email: string, password: string): Promise<Caller> => {
  try {
    await api.send('POST', '/ops/v1/session', { email, password })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new ApiError(401, error.code, [t('shell.signInRefused')])
  }
  try {
    return await api.get<Caller>('/ops/v1/session')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new ApiError(401, error.code, [t('shell.sessionLost')])
  }
}

export const InsecureNotice = () => (window.isSecureContext ? null : <Alert color="orange" title={t('shell.insecure')} />)

export const SignIn = () => {
  const enterAs = useEnterAs()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async () => enterAs(await signIn(email, password))
  return (
    <Entrance title={t('shell.signIn')} lead={t('shell.signInLead')}>
      <SubmitForm submitLabel={t('shell.signIn')} onSubmit={submit} fullWidth>
        {(errorOf) => (
          <>
            <InsecureNotice />
            <TextInput
              label={t('shell.email')}
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              error={errorOf('email')}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('shell.password')}
              autoComplete="current-password"
              value={password}
              error={errorOf('password')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        )}
      </SubmitForm>
    </Entrance>
  )
}
