// Inviting colleagues: the form, the choice of a role (with the permissions of each role), and the list of open invitations.

import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { SecretDialog } from '../../components/dialogs.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { actionsColumn, RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { useRead, useSave } from '../../components/queries.ts'
import { EVERYONE, ROLE_NAMES } from '../../session.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Role, StaffInvitation } from '../../wire.ts'

const MAY = {
  admin: 'staff.adminMay',
  accountant: 'staff.accountantMay',
  cashier: 'staff.cashierMay',
  warehouse: 'staff.warehouseMay',
  support: 'staff.supportMay',
} as const satisfies Record<Role, PlainKey>

type RoleChoiceProps = { role: Role; onChange: (role: Role) => void; error: string | undefined }

export const RoleChoice = ({ role, onChange, error }: RoleChoiceProps) => (
  <Radio.Group label={t('staff.role')} value={role} error={error} onChange={onChange}>
    <Stack gap="xs" pt={4}>
      {EVERYONE.map((each) => (
        <Radio key={each} value={each} label={t(ROLE_NAMES[each])} description={t(MAY[each])} />
      ))}
    </Stack>
  </Radio.Group>
)

const PATH = '/ops/v1/staff_invitations'

export const Invite = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('warehouse')
  const [issued, setIssued] = useState<StaffInvitation | null>(null)
  const invite = async () => {
    setIssued(await api.send<StaffInvitation>('POST', PATH, { email, role }))
    await client.invalidateQueries({ queryKey: [PATH] })
  }
  if (issued) return <SecretDialog title={t('staff.inviteIssued', { email: issued.email })} secret={issued.link!} onClose={onClose} />
  return (
    <FormDialog title={t('staff.invite')} submitLabel={t('staff.inviteSubmit')} onSubmit={invite} onClose={onClose}>
      {(errorOf) => (
        <>
          <Text size="sm">{t('staff.inviteLead')}</Text>
          <TextInput
            label={t('records.email')}
            type="email"
            {...typed(email, setEmail, errorOf('email'))}
            autoComplete="off"
            data-autofocus
          />
          <RoleChoice role={role} onChange={setRole} error={errorOf('role')} />
        </>
      )}
    </FormDialog>
  )
}

export const OpenInvitations = () => {
  const save = useSave()
  const { data: invitations = [] } = useRead<StaffInvitation[]>(PATH)
  const revoke = async (id: string) => {
    await save(api.send('DELETE', `${PATH}/${id}`), t('staff.invitationRevoked'))
  }
  if (invitations.length === 0) return null
  return (
    <Panel title={t('staff.invitations')} flush>
      <RowsTable
        rows={invitations}
        rowKey={(invitation) => invitation.invitation_id}
        rowName={(invitation) => invitation.email}
        columns={[
          { key: 'email', title: t('records.email'), render: (invitation) => invitation.email },
          { key: 'role', title: t('staff.role'), render: (invitation) => t(ROLE_NAMES[invitation.role]) },
          { key: 'expires', title: t('staff.expires'), render: (invitation) => <Moment at={invitation.expires_at} />, isLesser: true },
          actionsColumn<StaffInvitation>(({ invitation_id: id }) => (
            <RowButton label={t('records.revoke')} color="red" onClick={() => revoke(id)} />
          )),
        ]}
      />
    </Panel>
  )
}
