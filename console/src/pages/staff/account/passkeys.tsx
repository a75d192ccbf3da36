// The caller's passkeys. The WebAuthn code is loaded when one is added.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { SaveDialog, typed } from '../../../components/form.tsx'
import { useSave } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { StaffPasskey } from '../../../wire.ts'
import { CurrentPassword } from './totp.tsx'

const PATH = '/ops/v1/passkeys'

const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const [label, setLabel] = useState('')
  const [password, setPassword] = useState('')
  const add = async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    const optionsJSON = await api.send<Options>('POST', `${PATH}/options`, { current_password: password })
    await api.send('POST', PATH, { label, response: await startRegistration({ optionsJSON }) })
    return t('staff.passkeyAdded')
  }
  return (
    <SaveDialog title={t('staff.passkeyAdd')} submitLabel={t('staff.passkeyAdd')} onSubmit={add} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('records.label')} description={t('staff.passkeyLabelHint')} {...typed(label, setLabel, errorOf('label'))} />
          <CurrentPassword value={password} onType={setPassword} error={errorOf('current_password')} />
        </>
      )}
    </SaveDialog>
  )
}

export const Passkeys = ({ passkeys }: { passkeys: readonly StaffPasskey[] }) => {
  const save = useSave()
  const [isAdding, setIsAdding] = useState(false)
  const remove = async (id: string) => {
    await save(api.send('DELETE', `${PATH}/${id}`), t('staff.passkeyRemoved'))
  }
  return (
    <Stack gap="xs" align="flex-start">
      {isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
      {passkeys.length === 0 && <Hint>{t('staff.passkeysEmpty')}</Hint>}
      {passkeys.map(({ passkey_id: id, label, last_used_at: used }) => (
        <Group key={id} gap="sm">
          <Text size="sm">{label}</Text>
          <Text size="sm" c="dimmed" component="span">
            {t('records.lastUsed')}: <Moment at={used} />
          </Text>
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => remove(id)}>
            {t('staff.passkeyRemove')}
          </Button>
        </Group>
      ))}
      <Button variant="default" onClick={() => setIsAdding(true)}>
        {t('staff.passkeyAdd')}
      </Button>
    </Stack>
  )
}
