// The browsers in which one is signed in.

import { Badge, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Moment } from '../../components/moment.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { Panel } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { RowsTable } from '../../components/rows-table.tsx'
import { t } from '../../strings.ts'
import { browserName } from './browser-name.ts'

const PATH = '/ops/v1/sessions'

type Session = { session_id: string; user_agent: string | null; created_at: string; seen_at: string; ends_at: string; current: boolean }

export const Sessions = () => {
  const query = useQuery({ queryKey: [PATH], queryFn: ({ signal }) => api.get<Session[]>(PATH, {}, signal) })
  const client = useQueryClient()
  const end = async (id: string) => {
    await api.send('DELETE', `${PATH}/${id}`).then(() => notifyDone(t('staff.sessionEnded')), notifyError)
    await client.invalidateQueries({ queryKey: [PATH] })
  }
  const action = ({ session_id: id, current }: Session) =>
    current ? (
      <Badge variant="light">{t('staff.thisOne')}</Badge>
    ) : (
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => end(id)}>
        {t('staff.end')}
      </Button>
    )
  return (
    <Panel title={t('staff.sessions')} lead={t('staff.sessionsLead')} flush>
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
              { key: 'actions', title: t('shell.actions'), isTitleHidden: true, render: action, align: 'right' },
            ]}
          />
        )}
      </QueryView>
    </Panel>
  )
}
