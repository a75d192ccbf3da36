// Editing an account.

import { PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import { t } from '../../strings.ts'
import type { StaffMember } from '../../wire.ts'
import { RoleChoice } from './role-choice.tsx'

const PATH = '/ops/v1/staff'

export const EditAccount = ({ member, onClose }: { member: StaffMember; onClose: () => void }) => {
  const client = useQueryClient()
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const [password, setPassword] = useState('')
  const save = async () => {
    await api.send('PATCH', `${PATH}/${member.staff_id}`, { name, role, ...(password ? { password } : {}) })
    await client.invalidateQueries({ queryKey: [PATH] })
    notifyDone(t('staff.changed'))
    onClose()
  }
  return (
    <FormDialog title={t('staff.editTitle', { name: member.name })} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
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
    </FormDialog>
  )
}
