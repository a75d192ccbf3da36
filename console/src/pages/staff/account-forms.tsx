// Creating and editing an account.

import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import { EVERYONE, ROLE_NAMES } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Role, StaffMember } from '../../wire.ts'

const PATH = '/ops/v1/staff'

type RoleSelectProps = { role: Role; onChange: (role: Role) => void; error: string | undefined }

const RoleSelect = ({ role, onChange, error }: RoleSelectProps) => (
  <Select
    label={t('staff.role')}
    value={role}
    error={error}
    allowDeselect={false}
    data={EVERYONE.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
    onChange={(value) => onChange(value as Role)}
  />
)

export const NewAccount = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('warehouse')
  const [password, setPassword] = useState('')
  const create = async () => {
    await api.send('POST', PATH, { name, email, role, password })
    await client.invalidateQueries({ queryKey: [PATH] })
    notifyDone(t('staff.created', { name }))
    onClose()
  }
  return (
    <FormDialog title={t('staff.create')} submitLabel={t('staff.createSubmit')} onSubmit={create} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('staff.name')} {...typed(name, setName, errorOf('name'))} autoComplete="off" data-autofocus />
          <TextInput label={t('staff.email')} type="email" {...typed(email, setEmail, errorOf('email'))} autoComplete="off" />
          <RoleSelect role={role} onChange={setRole} error={errorOf('role')} />
          <PasswordInput
            label={t('staff.firstPassword')}
            description={t('staff.firstPasswordHint')}
            {...typed(password, setPassword, errorOf('password'))}
            autoComplete="new-password"
          />
        </>
      )}
    </FormDialog>
  )
}

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
          <RoleSelect role={role} onChange={setRole} error={errorOf('role')} />
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
