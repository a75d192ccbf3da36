// Dialogs of the people of a business: invite, change a role, remove.

import { useState } from 'react'
import { Confirm } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ChoiceField, TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePortalWrite } from '../../portal-requests.ts'
import { ROLE_HINTS, texts } from '../../texts/people.ts'
import { ROLE_NAMES } from '../../texts/shell.ts'
import type { Member, Role } from '../../wire.ts'

export const MEMBERS = '/members'

export const nameOf = ({ name, email }: Member): string => name || email

const ROLE_CHOICES = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label, hint: ROLE_HINTS[value as Role] }))

const RoleField = ({ role, onRole }: { role: Role; onRole: (role: Role) => void }) => (
  <ChoiceField label={texts.role} value={role} onValue={(value) => onRole(value as Role)} choices={ROLE_CHOICES} />
)

export const InvitePerson = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync } = usePortalWrite()
  const toast = useToast()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('clerk')
  const invite = async (): Promise<void> => {
    await mutateAsync({ method: 'POST', path: MEMBERS, body: { name: name.trim(), email: email.trim(), role } })
    toast(texts.invited(email.trim()))
    onClose()
  }
  return (
    <Dialog title={texts.inviteTitle} onClose={onClose}>
      <Form submit={texts.send} onSubmit={invite}>
        {(errorOf) => (
          <>
            <p className="hint">{texts.inviteLead}</p>
            <TextField label={texts.name} value={name} onValue={setName} error={errorOf('name')} autoComplete="off" autoFocus />
            <TextField
              label={texts.email}
              type="email"
              inputMode="email"
              value={email}
              onValue={setEmail}
              error={errorOf('email')}
              autoComplete="off"
            />
            <RoleField role={role} onRole={setRole} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

type OneMember = { member: Member; onClose: () => void }

export const ChangeRole = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  const toast = useToast()
  const [role, setRole] = useState(member.role)
  const save = async (): Promise<void> => {
    await mutateAsync({ method: 'PATCH', path: `${MEMBERS}/${member.member_id}`, body: { role } })
    toast(texts.changed)
    onClose()
  }
  return (
    <Dialog title={texts.changeRoleTitle(nameOf(member))} onClose={onClose}>
      <Form submit={texts.save} onSubmit={save}>
        {() => <RoleField role={role} onRole={setRole} />}
      </Form>
    </Dialog>
  )
}

export const ResetFactor = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  const toast = useToast()
  const reset = async (): Promise<void> => {
    await mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.member_id}/second_factor` })
    toast(texts.factorReset)
  }
  return (
    <Confirm title={texts.resetFactorTitle(nameOf(member))} action={texts.resetFactor} look="danger" onConfirm={reset} onClose={onClose}>
      {texts.resetFactorText}
    </Confirm>
  )
}

export const RemovePerson = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  const toast = useToast()
  const remove = async (): Promise<void> => {
    await mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.member_id}` })
    toast(texts.removed)
  }
  return (
    <Confirm title={texts.removeTitle(nameOf(member))} action={texts.remove} look="danger" onConfirm={remove} onClose={onClose}>
      {texts.removeText}
    </Confirm>
  )
}
