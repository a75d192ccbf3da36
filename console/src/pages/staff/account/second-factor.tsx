// The caller's second factors: authenticator app and passkeys. The WebAuthn library is loaded when a passkey is added.

import { Box, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { DialogButton, PlainButton, RowButton } from '../../../components/buttons.tsx'
import { SecretDialog } from '../../../components/dialogs.tsx'
import { FormDialog, SaveDialog, typed } from '../../../components/form.tsx'
import { useSave } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { SecondFactor, StaffPasskey, TotpOffer } from '../../../wire.ts'

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
  const remove = async (id: string) => {
    await save(api.send('DELETE', `${PATH}/${id}`), t('staff.passkeyRemoved'))
  }
  return (
    <Stack gap="xs" align="flex-start">
      {passkeys.length === 0 && <Hint>{t('staff.passkeysEmpty')}</Hint>}
      {passkeys.map(({ passkey_id: id, label, last_used_at: used }) => (
        <Group key={id} gap="sm">
          <Text size="sm">{label}</Text>
          <Text size="sm" c="dimmed" component="span">
            {t('records.lastUsed')}: <Moment at={used} />
          </Text>
          <RowButton label={t('staff.passkeyRemove')} color="red" onClick={() => remove(id)} />
        </Group>
      ))}
      <DialogButton label={t('staff.passkeyAdd')} dialog={(close) => <AddPasskey onClose={close} />} />
    </Stack>
  )
}

export const SECOND_FACTOR = '/ops/v1/second_factor'
const TOTP = `${SECOND_FACTOR}/totp`

type DialogProps = { onClose: () => void }

const CurrentPassword = ({ value, onType, error }: { value: string; onType: (text: string) => void; error: string | undefined }) => (
  <PasswordInput label={t('staff.currentPassword')} {...typed(value, onType, error)} autoComplete="current-password" data-autofocus />
)

const Scan = ({ offer: { secret, qr_svg: svg } }: { offer: TotpOffer }) => (
  <Stack gap="xs" align="center">
    <Text size="sm">{t('staff.totpScan')}</Text>
    <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t('staff.totpQr')} width={220} height={220} />
    <Text size="sm">
      {t('staff.totpSecret')}: <Code>{secret}</Code>
    </Text>
  </Stack>
)

const SetUpTotp = ({ onClose }: DialogProps) => {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [offer, setOffer] = useState<TotpOffer | null>(null)
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState<string[] | null>(null)
  const begin = async () => setOffer(await api.send<TotpOffer>('POST', TOTP, { current_password: password }))
  const confirm = async () => {
    const body = { second_factor_code: code }
    const { recovery_codes: codes } = await api.send<{ recovery_codes: string[] }>('POST', `${TOTP}/confirm`, body)
    setRecovery(codes)
    await client.invalidateQueries({ queryKey: [SECOND_FACTOR] })
  }
  if (recovery) return <SecretDialog title={t('staff.recoveryCodes')} secret={recovery.join('\n')} onClose={onClose} />
  return offer === null ? (
    <FormDialog title={t('staff.totpSetUp')} submitLabel={t('records.next')} onSubmit={begin} onClose={onClose}>
      {(errorOf) => <CurrentPassword value={password} onType={setPassword} error={errorOf('current_password')} />}
    </FormDialog>
  ) : (
    <FormDialog key="confirm" title={t('staff.totpSetUp')} submitLabel={t('staff.totpConfirm')} onSubmit={confirm} onClose={onClose}>
      {(errorOf) => (
        <>
          <Scan offer={offer} />
          <TextInput
            label={t('staff.totpCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...typed(code, setCode, errorOf('second_factor_code'))}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}

const RemoveTotp = ({ onClose }: DialogProps) => {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = async () => {
    await api.send('POST', `${TOTP}/remove`, { current_password: password, second_factor_code: code })
    return t('staff.totpRemoved')
  }
  return (
    <SaveDialog title={t('staff.totpRemove')} submitLabel={t('staff.totpRemove')} onSubmit={remove} onClose={onClose}>
      {(errorOf) => (
        <>
          <CurrentPassword value={password} onType={setPassword} error={errorOf('current_password')} />
          <TextInput
            label={t('staff.totpCode')}
            description={t('shell.secondFactorHint')}
            autoComplete="one-time-code"
            {...typed(code, setCode, errorOf('second_factor_code'))}
          />
        </>
      )}
    </SaveDialog>
  )
}

export const Totp = ({ factor: { totp: isOn, recovery_codes_left: count } }: { factor: SecondFactor }) => {
  const [isOpen, setIsOpen] = useState(false)
  // The dialog (set-up or removal) is chosen when it opens. Completing it changes `isOn`, but must not replace the open dialog.
  const [Dialog, setDialog] = useState(() => SetUpTotp)
  const open = () => {
    setDialog(() => (isOn ? RemoveTotp : SetUpTotp))
    setIsOpen(true)
  }
  return (
    <Box>
      {isOpen && <Dialog onClose={() => setIsOpen(false)} />}
      <Text size="sm" pb="xs">
        {isOn ? t('staff.totpOn', { count }) : t('staff.totpOff')}
      </Text>
      <PlainButton label={t(isOn ? 'staff.totpRemove' : 'staff.totpSetUp')} onClick={open} />
    </Box>
  )
}
