// Staff accounts with their roles.

import { Badge, Group, MultiSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, SITES } from '../../api.ts'
import { DialogButton, RowButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { useRead, useSave } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { ROLE_NAMES } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Day } from '../../time.tsx'
import type { Site, StaffMember } from '../../wire.ts'
import { AccountAccess } from './account-access.tsx'
import { Invite, OpenInvitations, RoleChoice } from './invitations.tsx'

const EditAccount = ({ member, onClose }: { member: StaffMember; onClose: () => void }) => {
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const [sites, setSites] = useState<string[]>(member.sites ?? [])
  const [password, setPassword] = useState('')
  const { data: known = [] } = useRead<Site[]>(SITES)
  const save = async () => {
    const place = role === 'admin' || sites.length === 0 ? null : sites
    await api.send('PATCH', `${PATH}/${member.staff_id}`, { name, role, sites: place, ...(password ? { password } : {}) })
    return t('staff.changed')
  }
  return (
    <SaveDialog title={t('records.editTitle', { name: member.name })} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('records.name')} {...typed(name, setName, errorOf('name'))} data-autofocus />
          <RoleChoice role={role} onChange={setRole} error={errorOf('role')} />
          {role !== 'admin' && known.length > 1 && (
            <MultiSelect
              label={t('sites.title')}
              description={t('staff.sitesHint')}
              placeholder={sites.length === 0 ? t('staff.allSites') : ''}
              data={known.map(({ site_id: value, code, name: site }) => ({ value, label: `${code} · ${site}` }))}
              value={sites}
              error={errorOf('sites')}
              onChange={setSites}
            />
          )}
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

const PATH = '/ops/v1/staff'

const Staff = () => {
  const query = useRead<StaffMember[]>(PATH)
  const save = useSave()
  const confirm = useConfirm()
  const [edited, setEdited] = useState<StaffMember | null>(null)
  const [inspected, setInspected] = useState<StaffMember | null>(null)
  const setStatus = async (member: StaffMember, status: StaffMember['status']) => {
    const question = {
      title: t('records.deactivateTitle', { name: member.name }),
      text: t('staff.deactivateText'),
      action: t('records.deactivate'),
      danger: true,
    }
    if (status === 'inactive' && !(await confirm(question))) return
    await save(api.send('PATCH', `${PATH}/${member.staff_id}`, { status }), t('staff.changed'))
  }
  const invite = <DialogButton label={t('staff.invite')} icon="plus" variant="filled" dialog={(close) => <Invite onClose={close} />} />
  const actions = (member: StaffMember) => (
    <Group gap={4} justify="flex-end">
      <RowButton label={t('records.edit')} onClick={() => setEdited(member)} />
      <RowButton label={t('staff.access')} onClick={() => setInspected(member)} />
      {member.status === 'active' ? (
        <RowButton label={t('records.deactivate')} color="red" onClick={() => setStatus(member, 'inactive')} />
      ) : (
        <RowButton label={t('staff.activate')} onClick={() => setStatus(member, 'active')} />
      )}
    </Group>
  )
  return (
    <Page title={t('staff.title')} lead={t('staff.lead')} actions={invite}>
      {edited && <EditAccount member={edited} onClose={() => setEdited(null)} />}
      {inspected && <AccountAccess member={inspected} onClose={() => setInspected(null)} />}
      <OpenInvitations />
      <Panel flush>
        <QueryView query={query}>
          {(members) => (
            <RowsTable
              rows={members}
              rowKey={(member) => member.staff_id}
              rowName={(member) => member.name}
              columns={[
                {
                  key: 'name',
                  title: t('records.name'),
                  render: (member) => member.name,
                  narrow: ({ role, status }) =>
                    [t(ROLE_NAMES[role]), status === 'inactive' && t('records.inactive')].filter(Boolean).join(' · '),
                },
                { key: 'email', title: t('records.email'), render: (member) => member.email, isLesser: true, isFreeText: true },
                { key: 'role', title: t('staff.role'), render: (member) => t(ROLE_NAMES[member.role]), isLesser: true },
                {
                  key: 'status',
                  title: t('records.status'),
                  isLesser: true,
                  render: ({ status }) =>
                    status === 'active' ? <Badge variant="light">{t('records.active')}</Badge> : t('records.inactive'),
                },
                { key: 'since', title: t('records.since'), render: (member) => <Day at={member.created_at} />, isLesser: true },
                { key: 'actions', title: t('shell.actions'), isTitleHidden: true, render: actions },
              ]}
            />
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

export default Staff
