// The sign-in page, shown in place of the requested page. People sign in with a code and possibly a second factor, or with a passkey.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../web/errors.ts'
import { portal } from '../api.ts'
import { Button } from '../components/button.tsx'
import { CodeField, TextField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import type { PhoneChannel } from '../components/phone-fields.tsx'
import { phoneChannels, usePhone } from '../components/phone-fields.tsx'
import { Alert, errorText } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { useBrand, useEnter } from '../session.tsx'
import { texts } from '../texts/sign-in.ts'
import type { Brand, Me } from '../wire.ts'
import { Plain } from './plain.tsx'

type Address = { email: string } | { phone: string; channel: PhoneChannel }
type Entered = { email: string; code: string } | { phone: string; code: string } | { link: string }

export const isSecondFactorAsked = (error: unknown): boolean => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'

/** Signs in. If the server refuses, the error gets the text `refused`, because the server's own text does not suit this page. */
export const enterWith = async (entered: Entered, secondFactor: string, refused: string): Promise<Me> => {
  try {
    return await portal.send<Me>('POST', '/session', { ...entered, ...(secondFactor !== '' && { second_factor_code: secondFactor }) })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || isSecondFactorAsked(error)) throw error
    throw new ApiError(401, error.code, [refused])
  }
}

export const SecondFactor = ({ value, onValue, error }: { value: string; onValue: (value: string) => void; error: string | undefined }) => (
  <CodeField label={texts.secondFactor} hint={texts.secondFactorLead} value={value} onValue={onValue} error={error} />
)

const enterByPasskey = async (): Promise<Me> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = await portal.send<Options>('POST', '/passkey_challenges')
  return portal.send<Me>('POST', '/passkey_sessions', { response: await startAuthentication({ optionsJSON }) })
}

const Passkey = ({ onEntered }: { onEntered: (me: Me) => void }) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: enterByPasskey, onSuccess: onEntered })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <>
      <div className="or">{texts.or}</div>
      <Button isWide isBusy={isPending} onClick={() => mutate()}>
        {texts.passkey}
      </Button>
      {error && <Alert tone="danger">{error.name === 'NotAllowedError' ? texts.passkeyDismissed : errorText(error)}</Alert>}
    </>
  )
}

const askForCode = (address: Address): Promise<unknown> => portal.send('POST', '/sign_in_codes', address)

const shown = (address: Address): string => ('email' in address ? address.email : address.phone)

/** Lists alternatives to a code sent to `address`: the other ways to sign in that the operator offers and the browser supports. */
const otherWays = (address: Address, brand: Brand | undefined): string[] => {
  const passkey = 'PublicKeyCredential' in window ? [texts.wayPasskey] : []
  const channels = phoneChannels(brand)
  if ('email' in address) return [...(channels.length > 0 ? [texts.wayPhone] : []), ...passkey]
  const others = channels.filter((channel) => channel !== address.channel).map((channel) => texts[channel])
  return [...(brand?.sign_in.email ? [texts.wayEmail] : []), ...others, ...passkey]
}

/** Explains what to do if no code arrives. The server does not say whether it sent a code, so everybody sees this text. */
const WithoutCode = ({ address }: { address: Address }) => (
  <p className="hint">
    {'email' in address ? texts.noCodeByEmail : texts.noCodeByPhone} {texts.otherWays(otherWays(address, useBrand()))}
  </p>
)

const EnterCode = ({ address, onBack }: { address: Address; onBack: () => void }) => {
  const enter = useEnter()
  const toast = useToast()
  const [code, setCode] = useState('')
  const [secondFactor, setSecondFactor] = useState('')
  const [isFactorAsked, setIsFactorAsked] = useState(false)
  const again = useMutation({ mutationFn: () => askForCode(address), onSuccess: () => toast(texts.sentAgain) })
  const submit = async (): Promise<void> => {
    const to = 'email' in address ? { email: address.email } : { phone: address.phone }
    try {
      enter(await enterWith({ ...to, code: code.trim() }, secondFactor, texts.refused))
    } catch (error) {
      // If the server asks for a second factor that the user has not typed yet, the form shows a field for the factor instead of an error.
      if (!isSecondFactorAsked(error) || secondFactor !== '') throw error
      setIsFactorAsked(true)
    }
  }
  return (
    <>
      <h1>{texts.codeTitle}</h1>
      <p className="hint">{texts.codeLead(shown(address))}</p>
      <Form submit={texts.signIn} onSubmit={submit} isWide>
        {(errorOf) => (
          <>
            <CodeField label={texts.code} value={code} onValue={setCode} error={errorOf('code')} />
            {isFactorAsked && <SecondFactor value={secondFactor} onValue={setSecondFactor} error={errorOf('second_factor_code')} />}
          </>
        )}
      </Form>
      {again.error && <Alert tone="danger">{errorText(again.error)}</Alert>}
      <WithoutCode address={address} />
      <div className="actions">
        <Button look="quiet" isBusy={again.isPending} onClick={() => again.mutate()}>
          {texts.again}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {texts.another}
        </Button>
      </div>
    </>
  )
}

const AskByEmail = ({ onSent }: { onSent: (address: Address) => void }) => {
  const [email, setEmail] = useState('')
  const submit = async (): Promise<void> => {
    const address = { email: email.trim() }
    await askForCode(address)
    onSent(address)
  }
  return (
    <Form submit={texts.sendCode} onSubmit={submit} isWide>
      {(errorOf) => (
        <TextField
          label={texts.email}
          type="email"
          value={email}
          onValue={setEmail}
          error={errorOf('email')}
          autoComplete="username"
          autoFocus
        />
      )}
    </Form>
  )
}

const AskByPhone = ({ channels, onSent }: { channels: readonly PhoneChannel[]; onSent: (address: Address) => void }) => {
  const { to, fields } = usePhone(channels)
  const submit = async (): Promise<void> => {
    await askForCode(to)
    onSent(to)
  }
  return (
    <Form submit={texts.sendCode} onSubmit={submit} isWide>
      {(errorOf) => fields(errorOf, texts.phone, texts.phoneHint)}
    </Form>
  )
}

const Ask = ({ brand, onSent }: { brand: Brand | undefined; onSent: (address: Address) => void }) => {
  const channels = phoneChannels(brand)
  const hasEmail = brand?.sign_in.email ?? true
  const [isByPhone, setIsByPhone] = useState(false)
  if (!hasEmail && channels.length === 0) return <p className="hint">{texts.noChannel}</p>
  const byPhone = channels.length > 0 && (isByPhone || !hasEmail)
  return (
    <>
      <p className="hint">{texts.lead}</p>
      {byPhone ? <AskByPhone channels={channels} onSent={onSent} /> : <AskByEmail onSent={onSent} />}
      {hasEmail && channels.length > 0 && (
        <Button look="quiet" onClick={() => setIsByPhone(!byPhone)}>
          {byPhone ? texts.useEmail : texts.usePhone}
        </Button>
      )}
    </>
  )
}

export default () => {
  const enter = useEnter()
  const brand = useBrand()
  const [sentTo, setSentTo] = useState<Address | null>(null)
  useEffect(() => {
    document.title = texts.title
  }, [])
  if (sentTo !== null)
    return (
      <Plain>
        <EnterCode address={sentTo} onBack={() => setSentTo(null)} />
      </Plain>
    )
  return (
    <Plain>
      <h1>{texts.title}</h1>
      {!window.isSecureContext && <Alert tone="warning">{texts.insecure}</Alert>}
      <Ask brand={brand} onSent={setSentTo} />
      <Passkey onEntered={enter} />
    </Plain>
  )
}
