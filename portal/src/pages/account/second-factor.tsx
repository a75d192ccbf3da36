// Sets up, confirms and removes the authenticator app of the signed-in person.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { CopyText, Secret } from '../../components/copied/copy-text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { CodeField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { texts } from '../../texts/people.ts'
import type { SecondFactor, TotpOffer } from '../../wire.ts'

const PATH = '/second_factor'
const TOTP = `${PATH}/totp`
const KEY = ['own', PATH]
const QR_PX = 220

type Props = { onChanged: () => Promise<unknown>; onClose: () => void }

const ConfirmTotp = ({ offer, onConfirmed }: { offer: TotpOffer; onConfirmed: (codes: readonly string[]) => void }) => {
  const [code, setCode] = useState('')
  const confirm = async (): Promise<void> => {
    const answer = await portal.send<{ recovery_codes: string[] }>('POST', `${TOTP}/confirm`, { second_factor_code: code.trim() })
    onConfirmed(answer.recovery_codes)
  }
  return (
    <Form submit={texts.totpConfirm} onSubmit={confirm}>
      {(errorOf) => (
        <>
          <p>{texts.totpScan}</p>
          <img
            className="qr"
            src={`data:image/svg+xml,${encodeURIComponent(offer.qr_svg)}`}
            alt={texts.totpQr}
            width={QR_PX}
            height={QR_PX}
          />
          <CopyText label={texts.totpSecret} text={offer.secret} />
          <CodeField label={texts.totpCode} value={code} onValue={setCode} error={errorOf('second_factor_code')} />
        </>
      )}
    </Form>
  )
}

const SetUpTotp = ({ onChanged, onClose }: Props) => {
  const [offer, setOffer] = useState<TotpOffer | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const begin = async (): Promise<void> => setOffer(await portal.send<TotpOffer>('POST', TOTP))
  const confirmed = (codes: readonly string[]): void => {
    setRecovery(codes)
    void onChanged()
  }
  if (recovery !== null)
    return (
      <Secret
        title={texts.recoveryTitle}
        label={texts.recovery}
        secret={recovery.join('\n')}
        close={texts.recoveryStored}
        onClose={onClose}
      >
        {texts.recoveryNote}
      </Secret>
    )
  return (
    <Dialog title={texts.totpSetUp} onClose={onClose}>
      {offer === null ? (
        <Form submit={texts.totpBegin} onSubmit={begin}>
          {() => <p>{texts.totpBeginLead}</p>}
        </Form>
      ) : (
        <ConfirmTotp offer={offer} onConfirmed={confirmed} />
      )}
    </Dialog>
  )
}

const RemoveTotp = ({ onChanged, onClose }: Props) => {
  const [code, setCode] = useState('')
  const remove = async (): Promise<void> => {
    await portal.send('POST', `${TOTP}/remove`, { ...(code.trim() !== '' && { second_factor_code: code.trim() }) })
    await onChanged()
  }
  return (
    <FormDialog
      title={texts.totpRemoveTitle}
      submit={texts.totpRemove}
      look="danger"
      onSubmit={remove}
      done={texts.totpRemoved}
      onClose={onClose}
    >
      {(errorOf) => <CodeField label={texts.totpRemoveCode} value={code} onValue={setCode} error={errorOf('second_factor_code')} />}
    </FormDialog>
  )
}

export const SecondFactorSection = () => {
  const client = useQueryClient()
  const factor = useQuery({ queryKey: KEY, queryFn: ({ signal }) => portal.get<SecondFactor>(PATH, null, signal) })
  const [isOpen, setIsOpen] = useState(false)
  const [wasOn, setWasOn] = useState(false)
  const open = (isOn: boolean): void => {
    setWasOn(isOn)
    setIsOpen(true)
  }
  const props = { onChanged: () => client.invalidateQueries({ queryKey: KEY }), onClose: () => setIsOpen(false) }
  return (
    <Section title={texts.secondFactor}>
      {isOpen && (wasOn ? <RemoveTotp {...props} /> : <SetUpTotp {...props} />)}
      <p className="hint">{texts.secondFactorLead}</p>
      <Loaded query={factor} rows={1}>
        {({ totp, recovery_codes_left: left }) => (
          <div className="section-head">
            <span className="grows">{totp ? texts.totpOn(left) : texts.totpOff}</span>
            <Button onClick={() => open(totp)}>{totp ? texts.totpRemove : texts.totpSetUp}</Button>
          </div>
        )}
      </Loaded>
    </Section>
  )
}
