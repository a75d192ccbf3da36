// Editing an account.

import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { SaveDialog, typed } from '../../components/form.tsx'
import { t } from '../../strings.ts'
import type { StaffMember } from '../../wire.ts'
import { RoleChoice } from './role-choice.tsx'

const PATH = '/ops/v1/staff'

export const EditAccount = ({ member, onClose }: { member: StaffMember; onClose: () => void }) => {
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const [password, setPassword] = useState('')
  const save = async () => {
    await api.send('PATCH', `${PATH}/${member.staff_id}`, { name, role, ...(password ? { password } : {}) })
    return t('staff.changed')
  }
  return (
    <SaveDialog title={t('staff.editTitle', { name: member.name })} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('staff.name')} {...typed(name, setName, errorOf('name'))} data-autofocus />
          <RoleChoice role={role} onChange={setRole} error={errorOf('role')} />
          <PasswordInput
            label={t('staff.newPassword')}
            description={t('staff.newPasswordHint')}
            {...typed(password, setPassword, errorOf('password'))}
            autoComplete="new-password"
          />
        </>
      )}
    </SaveDialog>
  )
}
