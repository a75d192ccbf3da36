// Sessions and access tokens of an account, which an admin can revoke.

import { Modal, Stack, Title } from '@mantine/core'
import { t } from '../../strings.ts'
import type { StaffMember } from '../../wire.ts'
import { SessionList } from '../account/sessions.tsx'
import { TokenList } from '../account/tokens.tsx'

export const AccountAccess = ({ member: { staff_id: id, name }, onClose }: { member: StaffMember; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('staff.accessTitle', { name })} size="xl" closeButtonProps={{ 'aria-label': t('shell.close') }}>
    <Stack>
      <Title order={3}>{t('staff.theirSessions')}</Title>
      <SessionList path={`/ops/v1/staff/${id}/sessions`} />
      <Title order={3}>{t('staff.tokens')}</Title>
      <TokenList path={`/ops/v1/staff/${id}/access_tokens`} />
    </Stack>
  </Modal>
)
