// The webhook endpoints of a business in the page's mode (live or test).

import { useState } from 'react'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Secret } from '../../components/copied/copy-text.tsx'
import { Badge } from '../../components/marks.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Day } from '../../times.tsx'
import type { Endpoint } from '../../wire.ts'
import { DeveloperPage } from './developer-page.tsx'
import { CreateEndpoint } from './endpoint-dialogs.tsx'

export const EndpointMark = ({ endpoint: { status, failing_since: since } }: { endpoint: Endpoint }) => {
  if (status === 'disabled') return <Badge tone="plain">{texts.disabled}</Badge>
  return since === null ? <Badge tone="ok">{texts.enabled}</Badge> : <Badge tone="warning">{texts.failing}</Badge>
}

export const subscribedText = ({ event_types: types }: Endpoint): string => (types.includes('*') ? texts.all : types.join(', '))

export const SecretShown = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Secret title={texts.endpointSecretTitle} label={texts.endpointSecret} secret={secret} close={texts.stored} onClose={onClose}>
    {texts.endpointSecretNote}
  </Secret>
)

export default () => {
  const { query } = useFilters([])
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const show = (made: string): void => {
    setIsCreating(false)
    setSecret(made)
  }
  return (
    <DeveloperPage
      title={texts.webhooks}
      lead={texts.webhooksLead}
      actions={
        <Writes>
          <Button look="primary" icon="plus" onClick={() => setIsCreating(true)}>
            {texts.newEndpoint}
          </Button>
        </Writes>
      }
    >
      {isCreating && <CreateEndpoint onSecret={show} onClose={() => setIsCreating(false)} />}
      {secret !== null && <SecretShown secret={secret} onClose={() => setSecret(null)} />}
      <ListView
        query={useList('listWebhookEndpoints', query)}
        caption={texts.endpointsCaption}
        keyOf={(endpoint) => endpoint.webhook_endpoint_id}
        hrefOf={(endpoint) => `/developers/webhooks/${endpoint.webhook_endpoint_id}`}
        empty={{ icon: 'webhook', title: texts.endpointsEmptyTitle, children: texts.endpointsEmpty }}
        columns={[
          { head: texts.url, cell: (endpoint) => <span className="breaks">{endpoint.url}</span> },
          { head: texts.state, cell: (endpoint) => <EndpointMark endpoint={endpoint} /> },
          { head: texts.description, cell: (endpoint) => endpoint.description },
          { isLesser: true, head: texts.which, cell: (endpoint) => subscribedText(endpoint) },
          { isLesser: true, head: texts.created, cell: (endpoint) => <Day at={endpoint.created_at} /> },
        ]}
      />
    </DeveloperPage>
  )
}
