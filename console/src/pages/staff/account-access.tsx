// The access of an account: an admin can end its sessions, revoke its tokens and reset its second factor.

import { Group, Modal, Stack, Text, Title } from '@mantine/core'
import { api } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { useRead, useSave } from '../../components/queries.ts'
import { t } from '../../strings.ts'
import type { SecondFactor, StaffMember } from '../../wire.ts'
import { SessionList } from './account/sessions.tsx'
import { TokenList } from './account/tokens.tsx'

const ResetFactor = ({ member: { staff_id: id, name } }: { member: StaffMember }) => {
  const path = `/ops/v1/staff/${id}/second_factor`
  const { data: factor } = useRead<SecondFactor>(path)
  const save = useSave()
  const confirm = useConfirm()
  const reset = async () => {
    const question = { title: t('staff.resetTitle', { name }), text: t('staff.resetText'), action: t('staff.reset'), danger: true }
    if (!(await confirm(question))) return
    await save(api.send('DELETE', path), t('staff.resetDone'))
  }
  if (!factor) return null
  const isSet = factor.totp || factor.passkeys.length > 0
  return (
    <Group>
      <Text size="sm">{factor.totp ? t('staff.totpOn', { count: factor.recovery_codes_left }) : t('staff.totpOff')}</Text>
      {factor.passkeys.length > 0 && (
        <Text size="sm">
          {t('staff.passkeys')}: {factor.passkeys.map(({ label }) => label).join(', ')}
        </Text>
      )}
      {isSet && <RowButton label={t('staff.reset')} color="red" onClick={reset} />}
    </Group>
  )
}

export const AccountAccess = ({ member, member: { staff_id: id, name }, onClose }: { member: StaffMember; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('staff.accessTitle', { name })} size="xl" closeButtonProps={{ 'aria-label': t('shell.close') }}>
    <Stack>
      <Title order={3}>{t('staff.theirSessions')}</Title>
      <SessionList path={`/ops/v1/staff/${id}/sessions`} />
      <Title order={3}>{t('staff.secondFactor')}</Title>
      <ResetFactor member={member} />
      <Title order={3}>{t('staff.tokens')}</Title>
      <TokenList path={`/ops/v1/staff/${id}/access_tokens`} />
    </Stack>
  </Modal>
)
