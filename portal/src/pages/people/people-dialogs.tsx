// Dialogs for the people of a business: invite, change the role, reset the second factor, remove.

import { useState } from 'react'
import { ChoiceField, TextField } from '../../components/field.tsx'
import { Confirm, FormDialog } from '../../components/form-dialog.tsx'
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
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('clerk')
  const body = { name: name.trim(), email: email.trim(), role }
  return (
    <FormDialog
      title={texts.inviteTitle}
      submit={texts.send}
      onSubmit={() => mutateAsync({ method: 'POST', path: MEMBERS, body })}
      done={texts.invited(body.email)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p className="hint">{texts.inviteLead}</p>
          <TextField label={texts.name} value={name} onValue={setName} error={errorOf('name')} autoComplete="off" autoFocus />
          <TextField label={texts.email} type="email" value={email} onValue={setEmail} error={errorOf('email')} autoComplete="off" />
          <RoleField role={role} onRole={setRole} />
        </>
      )}
    </FormDialog>
  )
}

type OneMember = { member: Member; onClose: () => void }

export const ChangeRole = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  const [role, setRole] = useState(member.role)
  return (
    <FormDialog
      title={texts.changeRoleTitle(nameOf(member))}
      submit={texts.save}
      onSubmit={() => mutateAsync({ method: 'PATCH', path: `${MEMBERS}/${member.member_id}`, body: { role } })}
      done={texts.changed}
      onClose={onClose}
    >
      {() => <RoleField role={role} onRole={setRole} />}
    </FormDialog>
  )
}

export const ResetFactor = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  return (
    <Confirm
      title={texts.resetFactorTitle(nameOf(member))}
      submit={texts.resetFactor}
      look="danger"
      onSubmit={() => mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.member_id}/second_factor` })}
      done={texts.factorReset}
      onClose={onClose}
    >
      {texts.resetFactorText}
    </Confirm>
  )
}

export const RemovePerson = ({ member, onClose }: OneMember) => {
  const { mutateAsync } = usePortalWrite()
  return (
    <Confirm
      title={texts.removeTitle(nameOf(member))}
      submit={texts.remove}
      look="danger"
      onSubmit={() => mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.member_id}` })}
      done={texts.removed}
      onClose={onClose}
    >
      {texts.removeText}
    </Confirm>
  )
}
