// Dialogs of an API key: create, rename, rotate, revoke.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../api.ts'
import { ChoiceField, optionsOf, SelectField, TextField } from '../../components/field.tsx'
import { Confirm, FormDialog } from '../../components/form-dialog.tsx'
import { usePortalWrite } from '../../portal-requests.ts'
import { usePlace } from '../../scope.tsx'
import { MODE_NAMES, SCOPE_NAMES, texts } from '../../texts/developers.ts'
import type { ApiKey, Mode } from '../../wire.ts'

export const KEYS = '/api_keys'

const HOUR_MS = 3_600_000
const HOURS = { '1': texts.hour, '24': texts.day, '168': texts.week, '720': texts.month }

type OneKey = { apiKey: ApiKey; onClose: () => void }
type Shows = { onKey: (key: ApiKey) => void }

export const CreateKey = ({ onKey, onClose }: Shows & { onClose: () => void }) => {
  const { businessId, mode: modeHere, business } = usePlace()
  const client = useQueryClient()
  const [mode, setMode] = useState<Mode>(modeHere)
  const [scope, setScope] = useState<ApiKey['scope']>('full')
  const [label, setLabel] = useState('')
  const create = async (): Promise<void> => {
    const body = { scope, ...(label.trim() !== '' && { label: label.trim() }) }
    onKey(await portal.send<ApiKey>('POST', KEYS, body, { businessId, mode }))
    await client.invalidateQueries({ queryKey: [businessId] })
  }
  return (
    <FormDialog title={texts.newKeyTitle} submit={texts.create} onSubmit={create} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextField
            label={texts.label}
            hint={texts.labelHint}
            value={label}
            onValue={setLabel}
            error={errorOf('label')}
            autoComplete="off"
            isOptional
            autoFocus
          />
          {business.modes.length > 1 && (
            <ChoiceField
              label={texts.mode}
              value={mode}
              onValue={(value) => setMode(value as Mode)}
              choices={optionsOf(MODE_NAMES)}
              isInRow
            />
          )}
          <ChoiceField
            label={texts.scope}
            value={scope}
            onValue={(value) => setScope(value as ApiKey['scope'])}
            choices={optionsOf(SCOPE_NAMES)}
          />
        </>
      )}
    </FormDialog>
  )
}

export const RenameKey = ({ apiKey, onClose }: OneKey) => {
  const { mutateAsync } = usePortalWrite()
  const [label, setLabel] = useState(apiKey.label ?? '')
  return (
    <FormDialog
      title={texts.renameTitle}
      submit={texts.rename}
      onSubmit={() => mutateAsync({ method: 'PATCH', path: `${KEYS}/${apiKey.key_id}`, body: { label: label.trim() } })}
      done={texts.renamed}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField label={texts.label} hint={texts.labelHint} value={label} onValue={setLabel} error={errorOf('label')} autoFocus />
      )}
    </FormDialog>
  )
}

export const RotateKey = ({ apiKey, onClose, onKey }: OneKey & Shows) => {
  const { mutateAsync } = usePortalWrite<{ key: ApiKey }>()
  const [hours, setHours] = useState('24')
  const rotate = async (): Promise<void> => {
    const until = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString()
    const { key } = await mutateAsync({ method: 'POST', path: `${KEYS}/${apiKey.key_id}/rotate`, body: { old_key_until: until } })
    onKey(key)
  }
  return (
    <FormDialog title={texts.rotateTitle} submit={texts.rotate} onSubmit={rotate} onClose={onClose}>
      {(errorOf) => (
        <>
          <p>{texts.rotateLead}</p>
          <SelectField label={texts.overlap} value={hours} onValue={setHours} options={optionsOf(HOURS)} error={errorOf('old_key_until')} />
        </>
      )}
    </FormDialog>
  )
}

export const RevokeKey = ({ apiKey, onClose }: OneKey) => {
  const { mutateAsync } = usePortalWrite()
  return (
    <Confirm
      title={texts.revokeTitle}
      submit={texts.revoke}
      look="danger"
      onSubmit={() => mutateAsync({ method: 'POST', path: `${KEYS}/${apiKey.key_id}/revoke` })}
      done={texts.revokedDone}
      onClose={onClose}
    >
      {texts.revokeText(apiKey.label ? `${apiKey.label} (${apiKey.begins}…)` : `${apiKey.begins}…`)}
    </Confirm>
  )
}
