// The passkeys of the signed-in person. The WebAuthn code is loaded only when the person adds a passkey.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page.tsx'
import { Alert, errorText, Loaded } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { texts } from '../../texts/people.ts'
import { Moment } from '../../times.tsx'
import type { Passkey } from '../../wire.ts'

const PASSKEYS = '/passkeys'
const KEY = ['own', PASSKEYS]

const AddPasskey = ({ onAdded, onClose }: { onAdded: () => Promise<unknown>; onClose: () => void }) => {
  const [label, setLabel] = useState('')
  const add = async (): Promise<void> => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    const optionsJSON = await portal.send<Options>('POST', `${PASSKEYS}/options`, {})
    await portal.send('POST', PASSKEYS, { label: label.trim(), response: await startRegistration({ optionsJSON }) })
    await onAdded()
  }
  return (
    <FormDialog title={texts.passkeyAdd} submit={texts.passkeyAdd} onSubmit={add} done={texts.passkeyAdded} onClose={onClose}>
      {(errorOf) => (
        <TextField
          label={texts.passkeyLabel}
          hint={texts.passkeyHint}
          value={label}
          onValue={setLabel}
          error={errorOf('label')}
          autoComplete="off"
          autoFocus
        />
      )}
    </FormDialog>
  )
}

export const Passkeys = () => {
  const client = useQueryClient()
  const passkeys = useQuery({ queryKey: KEY, queryFn: ({ signal }) => portal.get<Passkey[]>(PASSKEYS, null, signal) })
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const toast = useToast()
  const [isAdding, setIsAdding] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => portal.send('DELETE', `${PASSKEYS}/${id}`),
    onSuccess: async () => {
      toast(texts.passkeyRemoved)
      await refresh()
    },
  })
  return (
    <Section title={texts.passkeys} actions={<Button onClick={() => setIsAdding(true)}>{texts.passkeyAdd}</Button>}>
      {isAdding && <AddPasskey onAdded={refresh} onClose={() => setIsAdding(false)} />}
      <p className="hint">{texts.passkeysLead}</p>
      <Loaded query={passkeys} rows={1}>
        {(found) => (
          <>
            {found.length === 0 && <p className="hint">{texts.passkeysEmpty}</p>}
            {found.map(({ passkey_id: id, label, last_used_at: used }) => (
              <div key={id} className="section-head">
                <span className="grows">
                  <strong>{label}</strong>
                  <span className="hint block">
                    {texts.used}: <Moment at={used} />
                  </span>
                </span>
                <Button look="quiet" isBusy={isPending} onClick={() => mutate(id)}>
                  {texts.passkeyRemove(label)}
                </Button>
              </div>
            ))}
          </>
        )}
      </Loaded>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </Section>
  )
}
