// The sign-in form, shown at the requested URL. It takes a password and second factor, or a passkey. The WebAuthn library is loaded on click.

import { Alert, Box, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../api.ts'
import { SubmitForm, typed } from '../components/form.tsx'
import { errorText } from '../components/states.tsx'
import { Hint } from '../components/text.tsx'
import { keepTrying } from '../queue/connection.ts'
import { useEntries } from '../queue/entries.ts'
import { useSetCaller } from '../session.tsx'
import { finishSignOut, useIsSignOutDelayed, useIsSignOutNotStored } from '../sign-out.ts'
import { t } from '../strings.ts'
import type { Caller } from '../wire.ts'
import { Logo } from './logo.tsx'

/** Reads the caller after a sign-in. A 401 response then means that the browser did not store the session cookie. */
const readCaller = async (): Promise<Caller> => {
  try {
    return await api.get<Caller>('/ops/v1/session')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new ApiError(401, error.code, [t('shell.sessionLost')])
  }
}

type Credentials = { email: string; password: string; second_factor_code?: string }

const isSecondFactorRequired = (error: unknown): boolean => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'

export const signIn = async (credentials: Credentials): Promise<Caller> => {
  // A pending sign-out is sent first: it needs the old session cookie, which the sign-in would replace.
  await finishSignOut()
  try {
    await api.send('POST', '/ops/v1/session', credentials)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || isSecondFactorRequired(error)) throw error
    throw new ApiError(401, error.code, [t('shell.signInRefused')])
  }
  return readCaller()
}

const PATH = '/ops/v1/session/passkey'

const enter = async (): Promise<Caller> => {
  await finishSignOut()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = await api.send<Options>('POST', `${PATH}/options`)
  await api.send('POST', PATH, { response: await startAuthentication({ optionsJSON }) })
  return readCaller()
}

const PasskeySignIn = ({ onEntered }: { onEntered: (caller: Caller) => void }) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: enter, onSuccess: onEntered })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <>
      <Button variant="default" fullWidth loading={isPending} onClick={() => mutate()}>
        {t('shell.passkey')}
      </Button>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error.name === 'NotAllowedError' ? t('shell.passkeyDismissed') : errorText(error)}
        </Text>
      )}
    </>
  )
}

export const SignInLayout = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${t('shell.product')}`
  }, [title])
  return (
    <Box component="main" maw={400} mx="auto" px="md" pt={{ base: 32, sm: 96 }} pb="xl">
      <Stack gap="lg">
        <Group gap="xs">
          <Logo />
        </Group>
        <div>
          <Title order={1}>{title}</Title>
          <Hint>{lead}</Hint>
        </div>
        <Box className="panel" p="lg">
          {children}
        </Box>
      </Stack>
    </Box>
  )
}

export const InsecureNotice = () => (window.isSecureContext ? null : <Alert color="orange" title={t('shell.insecure')} />)

/** The notice that a sign-out could not be sent yet. It is shown until the server has ended the session. */
const SignOutNotice = () => {
  const isDelayed = useIsSignOutDelayed()
  const isNotStored = useIsSignOutNotStored()
  useEffect(() => {
    if (isDelayed) return keepTrying(finishSignOut)
  }, [isDelayed])
  return isDelayed && <Alert color="orange" role="status" title={t(isNotStored ? 'shell.signOutNotStored' : 'shell.signOutDelayed')} />
}

/** Shows only the number of entries queued in this browser. Their contents and the people who made them stay hidden. */
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
      // If a second factor is needed, the server refuses the first attempt. The form then asks for the code and shows no error.
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
