// Dialogs for the portal of a business. Staff invite a person, change a person's role, or view the portal as the business sees it.

import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, BUSINESSES } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { t } from '../../strings.ts'
import type { Business, Member, ViewAs } from '../../wire.ts'

type Role = Member['role']

const ROLES = ['owner', 'clerk', 'accountant', 'developer'] as const satisfies readonly Role[]

type RoleChoiceProps = { role: Role; onChange: (role: Role) => void; error: string | undefined }

const RoleChoice = ({ role, onChange, error }: RoleChoiceProps) => (
  <Radio.Group label={t('members.role')} value={role} error={error} onChange={onChange}>
    <Stack gap="xs" pt={4}>
      {ROLES.map((each) => (
        <Radio key={each} value={each} label={t(`members.role_${each}`)} description={t(`members.${each}May`)} />
      ))}
    </Stack>
  </Radio.Group>
)

export const InviteMember = ({ businessId, onClose }: { businessId: string; onClose: () => void }) => {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('owner')
  const invite = async () => {
    const invited = await api.send<Member>('POST', `${BUSINESSES}/${businessId}/members`, { email, name, role })
    notifyDone(t('members.invited', { email: invited.email }))
    onClose()
  }
  return (
    <FormDialog title={t('members.inviteTitle')} submitLabel={t('members.invite')} onSubmit={invite} onClose={onClose}>
      {(errorOf) => (
        <>
          <Text size="sm">{t('members.inviteLead')}</Text>
          <TextInput label={t('records.name')} {...typed(name, setName, errorOf('name'))} autoComplete="off" data-autofocus />
          <TextInput label={t('records.email')} type="email" {...typed(email, setEmail, errorOf('email'))} autoComplete="off" />
          <RoleChoice role={role} onChange={setRole} error={errorOf('role')} />
        </>
      )}
    </FormDialog>
  )
}

export const ChangeRole = ({ businessId, member, onClose }: { businessId: string; member: Member; onClose: () => void }) => {
  const [role, setRole] = useState<Role>(member.role)
  const change = async () => {
    await api.send('PATCH', `${BUSINESSES}/${businessId}/members/${member.member_id}`, { role })
    notifyDone(t('members.roleChanged'))
    onClose()
  }
  return (
    <FormDialog title={member.name} submitLabel={t('members.changeRole')} onSubmit={change} onClose={onClose}>
      {(errorOf) => <RoleChoice role={role} onChange={setRole} error={errorOf('role')} />}
    </FormDialog>
  )
}

/** Each link works only once, so a new link is requested when the dialog opens. */
export const ViewAsBusiness = ({ business, onClose }: { business: Business; onClose: () => void }) => {
  const [url, setUrl] = useState<string | null>(null)
  const { business_id: id, name } = business
  useEffect(() => {
    api.send<ViewAs>('POST', `${BUSINESSES}/${id}/view_as`).then((made) => setUrl(made.url), notifyError)
  }, [id])
  return (
    <Modal opened onClose={onClose} title={t('members.viewAsTitle', { name })}>
      <Text size="sm">{t('members.viewAsText')}</Text>
      <Group justify="flex-end" mt="lg">
        <PlainButton label={t('shell.cancel')} onClick={onClose} />
        {url !== null && (
          <Button component="a" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose} data-autofocus>
            {t('members.viewAsOpen')}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
