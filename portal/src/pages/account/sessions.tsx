// The sessions of the signed-in person on all devices. The person can end any session except the current one.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { portal } from '../../api.ts'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Badge } from '../../components/marks.tsx'
import { Section } from '../../components/page.tsx'
import { Alert, errorText, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { texts } from '../../texts/people.ts'
import { texts as shellTexts } from '../../texts/shell.ts'
import { Moment } from '../../times.tsx'
import type { OwnSession } from '../../wire.ts'

const PATH = '/sessions'
const KEY = ['own', PATH]

const BROWSERS = ['Edg', 'OPR', 'SamsungBrowser', 'Firefox', 'Chrome', 'Safari']
const BROWSER_NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet' }
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Macintosh', 'Linux']

const deviceText = ({ user_agent: agent }: OwnSession): string => {
  if (agent === null) return texts.unknownDevice
  const browser = BROWSERS.find((name) => agent.includes(name))
  const system = SYSTEMS.find((name) => agent.includes(name))
  return [browser && (BROWSER_NAMES[browser] ?? browser), system].filter(Boolean).join(', ') || texts.unknownDevice
}

export const Sessions = () => {
  const client = useQueryClient()
  const toast = useToast()
  const sessions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => portal.get<OwnSession[]>(PATH, null, signal) })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => portal.send('DELETE', `${PATH}/${id}`),
    onSuccess: async () => {
      toast(texts.ended)
      await client.invalidateQueries({ queryKey: KEY })
    },
  })
  return (
    <Section title={texts.sessions}>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
      <Loaded query={sessions} rows={2}>
        {(found) => (
          <Table
            caption={texts.sessionsCaption}
            rows={found}
            keyOf={(session) => session.session_id}
            columns={[
              {
                head: texts.device,
                cell: (session) => (
                  <>
                    {deviceText(session)} {session.current && <Badge tone="ok">{texts.here}</Badge>}
                  </>
                ),
              },
              { head: texts.since, cell: (session) => <Moment at={session.created_at} /> },
              { head: texts.seen, cell: (session) => <Moment at={session.seen_at} /> },
              {
                head: shellTexts.actions,
                isHeadHidden: true,
                cell: (session) =>
                  session.current ? null : (
                    <Writes>
                      <Button
                        look="quiet"
                        isBusy={isPending}
                        aria-label={texts.endSession(deviceText(session))}
                        onClick={() => mutate(session.session_id)}
                      >
                        {texts.end}
                      </Button>
                    </Writes>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
