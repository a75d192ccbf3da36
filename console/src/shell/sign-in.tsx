// The sign-in page, shown at the requested URL.

import { Alert, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SubmitForm, typed } from '../components/form.tsx'
import { Hint } from '../components/text.tsx'
import { keepTrying } from '../queue/connection.ts'
import { useEntries } from '../queue/entries.ts'
import { useSetCaller } from '../session.tsx'
import { finishSignOut, useIsSignOutDelayed, useIsSignOutNotStored } from '../sign-out.ts'
import { t } from '../strings.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { isSecondFactorRequired, signIn } from './password-sign-in.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export const InsecureNotice = () => (window.isSecureContext ? null : <Alert color="orange" title={t('shell.insecure')} />)

/** Shown until the server has ended the session. */
const SignOutNotice = () => {
  const isDelayed = useIsSignOutDelayed()
  const isNotStored = useIsSignOutNotStored()
  useEffect(() => {
    if (isDelayed) return keepTrying(finishSignOut)
  }, [isDelayed])
  return isDelayed && <Alert color="orange" role="status" title={t(isNotStored ? 'shell.signOutNotStored' : 'shell.signOutDelayed')} />
}

/** Does not say what is queued, or for whom. */
const QueuedNotice = () => {
  const { length: count } = useEntries()
  if (count === 0) return null
  return <Hint>{t('shell.queuedForOthers', { count })}</Hint>
}

export const SignIn = () => {
  const setCaller = useSetCaller()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const submit = async () => {
    try {
      setCaller(await signIn({ email, password, ...(isCodeAsked ? { second_factor_code: code } : {}) }))
    } catch (error) {
      // The first refusal only asks for the code.
      if (!isSecondFactorRequired(error) || (isCodeAsked && code !== '')) throw error
      setIsCodeAsked(true)
    }
  }
  return (
    <SignInLayout title={t('shell.signIn')} lead={t('shell.signInLead')}>
      <SignOutNotice />
      <QueuedNotice />
      <Stack>
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
              {isCodeAsked && (
                <TextInput
                  label={t('shell.secondFactorCode')}
                  description={t('shell.secondFactorHint')}
                  autoComplete="one-time-code"
                  autoFocus
                  {...typed(code, setCode, errorOf('second_factor_code'))}
                />
              )}
            </>
          )}
        </SubmitForm>
        <PasskeySignIn onEntered={setCaller} />
      </Stack>
    </SignInLayout>
  )
}
