// The people of a business. Only owners may open the page.

import { useState } from 'react'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Badge } from '../../components/marks.tsx'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { usePortalRead } from '../../portal-requests.ts'
import { useSession } from '../../session.tsx'
import { STATE_NAMES, texts } from '../../texts/people.ts'
import { ROLE_NAMES, texts as shellTexts } from '../../texts/shell.ts'
import { Moment } from '../../times.tsx'
import type { Member } from '../../wire.ts'
import { ChangeRole, InvitePerson, MEMBERS, nameOf, RemovePerson, ResetFactor } from './people-dialogs.tsx'

const TONES = { invited: 'info', active: 'ok', expired: 'warning' } as const

type Act = 'role' | 'factor' | 'remove'

const Actions = ({ member, isOwn, onAct }: { member: Member; isOwn: boolean; onAct: (act: Act) => void }) => (
  <fieldset className="actions" aria-label={texts.actions(nameOf(member))}>
    <Button look="quiet" onClick={() => onAct('role')}>
      {texts.changeRole}
    </Button>
    {member.second_factor && !isOwn && (
      <Button look="quiet" onClick={() => onAct('factor')}>
        {texts.resetFactor}
      </Button>
    )}
    <Button look="quiet" onClick={() => onAct('remove')}>
      {texts.remove}
    </Button>
  </fieldset>
)

export default () => {
  const members = usePortalRead<Member[]>(MEMBERS)
  const { data: me } = useSession()
  const [isInviting, setIsInviting] = useState(false)
  const [chosen, setChosen] = useState<{ member: Member; act: Act } | null>(null)
  const close = (): void => setChosen(null)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Writes>
          <Button look="primary" icon="plus" onClick={() => setIsInviting(true)}>
            {texts.invite}
          </Button>
        </Writes>
      }
    >
      {isInviting && <InvitePerson onClose={() => setIsInviting(false)} />}
      {chosen?.act === 'role' && <ChangeRole member={chosen.member} onClose={close} />}
      {chosen?.act === 'factor' && <ResetFactor member={chosen.member} onClose={close} />}
      {chosen?.act === 'remove' && <RemovePerson member={chosen.member} onClose={close} />}
      <Loaded query={members}>
        {(found) => (
          <Table
            caption={texts.caption}
            rows={found}
            keyOf={(member) => member.member_id}
            columns={[
              {
                head: texts.name,
                cell: (member) => (
                  <>
                    {nameOf(member)} {member.email === me?.user.email && <Badge tone="plain">{texts.you}</Badge>}
                  </>
                ),
              },
              { head: texts.email, cell: (member) => <span className="breaks">{member.email}</span> },
              { head: texts.role, cell: (member) => ROLE_NAMES[member.role] },
              { head: texts.state, cell: ({ state }) => <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge> },
              {
                isLesser: true,
                head: texts.lastSignedIn,
                cell: ({ last_signed_in_at: at }) => (at === null ? texts.never : <Moment at={at} />),
              },
              {
                head: shellTexts.actions,
                isHeadHidden: true,
                isWriting: true,
                cell: (member) => (
                  <Actions member={member} isOwn={member.email === me?.user.email} onAct={(act) => setChosen({ member, act })} />
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}
