// The portal of a business: whether the portal is switched on, who may sign in, and when each person last signed in.

import { Alert, Badge, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, BUSINESSES } from '../../api.ts'
import { PlainButton, RowButton } from '../../components/buttons.tsx'
import { SecretDialog, useConfirm } from '../../components/dialogs.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyError, useRead, useSave } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { Business, Member, SignInLink } from '../../wire.ts'
import { ChangeRole, InviteMember, ViewAsBusiness } from './portal-dialogs.tsx'

const State = ({ member }: { member: Member }) => {
  const { formatMoment } = useTimes()
  if (member.state === 'active') return <Badge variant="light">{t('members.state_active')}</Badge>
  if (member.state === 'expired') return t('members.state_expired')
  return t('members.state_invited', { when: formatMoment(member.invitation_expires_at!) })
}

type Open = { kind: 'invite' } | { kind: 'view' } | { kind: 'role'; member: Member } | { kind: 'link'; member: Member; link: string }

export const PortalPanel = ({ business }: { business: Business }) => {
  const { business_id: businessId, portal_enabled: isOn } = business
  const query = useRead<Member[]>(BUSINESSES, businessId, 'members')
  const client = useQueryClient()
  const save = useSave()
  const confirm = useConfirm()
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<Open | null>(null)
  const path = `${BUSINESSES}/${businessId}`
  const close = async () => {
    setOpen(null)
    await client.invalidateQueries({ queryKey: [BUSINESSES, businessId, 'members'] })
  }
  const turn = async () => {
    const question = { title: t('members.turnOffTitle'), text: t('members.turnOffText'), action: t('members.turnOff'), danger: true }
    if (isOn && !(await confirm(question))) return
    await save(api.send('PATCH', path, { portal_enabled: !isOn }), t(isOn ? 'members.turnedOff' : 'members.turnedOn'))
  }
  const makeLink = (member: Member) =>
    api
      .send<SignInLink>('POST', `${path}/members/${member.member_id}/sign_in_link`)
      .then(({ link }) => setOpen({ kind: 'link', member, link }), notifyError)
  const remove = async ({ member_id: id, name }: Member) => {
    const question = { title: t('members.removeTitle'), text: t('members.removeText', { name }), action: t('members.remove'), danger: true }
    if (await confirm(question)) await save(api.send('DELETE', `${path}/members/${id}`), t('members.removed', { name }))
  }
  const resetFactor = async ({ member_id: id, name }: Member) => {
    const question = { title: t('members.resetTitle'), text: t('members.resetText', { name }), action: t('members.reset'), danger: true }
    if (await confirm(question)) await save(api.send('DELETE', `${path}/members/${id}/second_factor`), t('members.resetDone', { name }))
  }
  const actions = isAdmin && (
    <Group gap="xs">
      <PlainButton label={t(isOn ? 'members.turnOff' : 'members.turnOn')} size="xs" onClick={turn} />
      {isOn && (
        <>
          <PlainButton label={t('members.viewAs')} size="xs" onClick={() => setOpen({ kind: 'view' })} />
          <Button size="xs" onClick={() => setOpen({ kind: 'invite' })}>
            {t('members.invite')}
          </Button>
        </>
      )}
    </Group>
  )
  const memberActions = (member: Member) => (
    <Group gap={4} justify="flex-end">
      {isOn && member.state !== 'expired' && (
        <>
          <RowButton label={t('members.changeRole')} onClick={() => setOpen({ kind: 'role', member })} />
          <RowButton label={t('members.link')} onClick={() => makeLink(member)} />
        </>
      )}
      {member.second_factor && <RowButton label={t('members.reset')} onClick={() => resetFactor(member)} />}
      <RowButton label={t('members.remove')} color="red" onClick={() => remove(member)} />
    </Group>
  )
  return (
    <Panel title={t('members.title')} actions={actions} flush>
      {open?.kind === 'invite' && <InviteMember businessId={businessId} onClose={close} />}
      {open?.kind === 'view' && <ViewAsBusiness business={business} onClose={close} />}
      {open?.kind === 'role' && <ChangeRole businessId={businessId} member={open.member} onClose={close} />}
      {open?.kind === 'link' && (
        <SecretDialog title={t('members.linkTitle', { name: open.member.name })} secret={open.link} onClose={close} />
      )}
      {!isOn && <Alert color="yellow">{t('members.off')}</Alert>}
      <QueryView query={query}>
        {(members) => (
          <RowsTable
            rows={members}
            rowKey={(member) => member.member_id}
            rowName={(member) => member.name}
            columns={[
              { key: 'name', title: t('records.name'), render: (member) => member.name },
              { key: 'email', title: t('records.email'), render: (member) => member.email },
              { key: 'role', title: t('members.role'), render: (member) => t(`members.role_${member.role}`) },
              { key: 'state', title: t('records.status'), render: (member) => <State member={member} />, isLesser: true },
              {
                key: 'signedIn',
                title: t('members.signedIn'),
                render: ({ last_signed_in_at: at }) => (at === null ? t('shell.never') : <Moment at={at} />),
              },
              {
                key: 'actions',
                title: t('shell.actions'),
                isTitleHidden: true,
                render: (member) => (isAdmin ? memberActions(member) : null),
              },
            ]}
            empty={<Empty icon="people" title={t('members.emptyTitle')} text={t('members.empty')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}
