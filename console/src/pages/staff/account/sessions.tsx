// The sessions of an account.

import { Badge } from '@mantine/core'
import { api } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { actionsColumn, RowsTable } from '../../../components/lists/rows-table.tsx'
import { Panel } from '../../../components/page.tsx'
import { useRead, useSave } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { Session } from '../../../wire.ts'

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const browserName = (userAgent: string | null): string => {
  const nameIn = (table: readonly (readonly [RegExp, string])[]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || userAgent?.slice(0, 60) || t('staff.unknownBrowser')
}

const PATH = '/ops/v1/sessions'

/** `path`: API path of the sessions, either the caller's own or another account's. */
export const SessionList = ({ path }: { path: string }) => {
  const query = useRead<Session[]>(path)
  const save = useSave()
  const end = async (id: string) => {
    await save(api.send('DELETE', `${path}/${id}`), t('staff.sessionEnded'))
  }
  const action = ({ session_id: id, current }: Session) =>
    current ? <Badge variant="light">{t('staff.thisOne')}</Badge> : <RowButton label={t('staff.end')} color="red" onClick={() => end(id)} />
  return (
    <QueryView query={query}>
      {(sessions) => (
        <RowsTable
          rows={sessions}
          rowKey={(session) => session.session_id}
          rowName={(session) => browserName(session.user_agent)}
          columns={[
            { key: 'browser', title: t('staff.browser'), render: (session) => browserName(session.user_agent) },
            { key: 'seen', title: t('staff.seen'), render: (session) => <Moment at={session.seen_at} /> },
            { key: 'ends', title: t('staff.ends'), render: (session) => <Moment at={session.ends_at} />, isLesser: true },
            actionsColumn(action),
          ]}
        />
      )}
    </QueryView>
  )
}

export const Sessions = () => (
  <Panel title={t('staff.sessions')} lead={t('staff.sessionsLead')} flush>
    <SessionList path={PATH} />
  </Panel>
)
