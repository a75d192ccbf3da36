// Page /portal/link#secret: signs in with a one-time link. The person must click first, so that mail scanners that open the link do not use it up.

import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Form } from '../components/form.tsx'
import { Alert } from '../components/states.tsx'
import { useEnter } from '../session.tsx'
import { texts } from '../texts/sign-in.ts'
import { Plain } from './plain.tsx'
import { enterWith, isSecondFactorAsked, SecondFactor } from './sign-in.tsx'

export default () => {
  const enter = useEnter()
  const [, navigate] = useLocation()
  const [secret] = useState(() => window.location.hash.slice(1))
  const [secondFactor, setSecondFactor] = useState('')
  const [isFactorAsked, setIsFactorAsked] = useState(false)
  useEffect(() => {
    document.title = texts.linkTitle
    // Removes the secret from the address bar and the history.
    window.history.replaceState(null, '', window.location.pathname)
  }, [])
  const submit = async (): Promise<void> => {
    try {
      enter(await enterWith({ link: secret }, secondFactor, texts.linkRefused))
      navigate('/', { replace: true })
    } catch (error) {
      if (!isSecondFactorAsked(error) || secondFactor !== '') throw error
      setIsFactorAsked(true)
    }
  }
  return (
    <Plain>
      <h1>{texts.linkTitle}</h1>
      {secret === '' ? (
        <Alert tone="warning">{texts.linkMissing}</Alert>
      ) : (
        <>
          <p className="hint">{texts.linkLead}</p>
          <Form submit={texts.linkGo} onSubmit={submit} isWide>
            {(errorOf) =>
              isFactorAsked && <SecondFactor value={secondFactor} onValue={setSecondFactor} error={errorOf('second_factor_code')} />
            }
          </Form>
        </>
      )}
      <Link href="/">{texts.toSignIn}</Link>
    </Plain>
  )
}
