// The sign-in page, shown at the requested URL, so that the requested page follows.

import { Alert, PasswordInput, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../api.ts'
import { SubmitForm, typed } from '../components/form.tsx'
import { keepTrying } from '../queue/connection.ts'
import { useEntries } from '../queue/entries.ts'
import { useEnterAs } from '../session.tsx'
import { finishSignOut, useIsSignOutDelayed } from '../sign-out.ts'
import { t } from '../strings.ts'
import type { Caller } from '../wire.ts'
import { Entrance } from './entrance.tsx'

/** The browser may have refused the cookie: only the next answer tells. */
export const signIn = async (email: string, password: string): Promise<Caller> => {
  // Whoever was here before is out first: their session could not be ended any more by this browser.
  await finishSignOut()
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

/** Until the server has ended the session of whoever signed out. */
const SignOutNotice = () => {
  const isDelayed = useIsSignOutDelayed()
  useEffect(() => {
    if (isDelayed) return keepTrying(finishSignOut)
  }, [isDelayed])
  return isDelayed && <Alert color="orange" role="status" title={t('shell.signOutDelayed')} />
}

/** Not what it is, nor whose. */
const KeptNotice = () => {
  const { length: count } = useEntries()
  if (count === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('shell.keptForOthers', { count })}
    </Text>
  )
}

export const SignIn = () => {
  const enterAs = useEnterAs()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async () => enterAs(await signIn(email, password))
  return (
    <Entrance title={t('shell.signIn')} lead={t('shell.signInLead')}>
      <SignOutNotice />
      <KeptNotice />
      <SubmitForm submitLabel={t('shell.signIn')} onSubmit={submit} fullWidth>
        {(errorOf) => (
          <>
            <InsecureNotice />
            <TextInput
              label={t('shell.email')}
              type="email"
              autoComplete="username"
              autoFocus
              {...typed(email, setEmail, errorOf('email'))}
            />
            <PasswordInput
              label={t('shell.password')}
              autoComplete="current-password"
              {...typed(password, setPassword, errorOf('password'))}
            />
          </>
        )}
      </SubmitForm>
    </Entrance>
  )
}
