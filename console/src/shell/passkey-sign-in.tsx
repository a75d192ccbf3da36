// Signs in with a passkey, if the browser supports them. The WebAuthn code is loaded on click.

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api.ts'
import { errorText } from '../components/states.tsx'
import { finishSignOut } from '../sign-out.ts'
import { t } from '../strings.ts'
import type { Caller } from '../wire.ts'
import { readCaller } from './password-sign-in.ts'

const PATH = '/ops/v1/session/passkey'

const enter = async (): Promise<Caller> => {
  await finishSignOut()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = await api.send<Options>('POST', `${PATH}/options`)
  await api.send('POST', PATH, { response: await startAuthentication({ optionsJSON }) })
  return readCaller()
}

export const PasskeySignIn = ({ onEntered }: { onEntered: (caller: Caller) => void }) => {
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
