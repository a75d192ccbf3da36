// The page of one webhook endpoint: its state, its actions and its deliveries.

import { useState } from 'react'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { optionsOf, SelectField } from '../../components/field.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { useFilters } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { useRecord, useSend } from '../../scope.tsx'
import { DELIVERY_NAMES, texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import type { Endpoint } from '../../wire.ts'
import { DeliveryList } from './delivery-list.tsx'
import { ChangeEndpoint, DeleteEndpoint, DisableEndpoint, ReplayMissed, RotateSecret } from './endpoint-dialogs.tsx'
import { EndpointMark, SecretShown, subscribedText } from './endpoint-list.tsx'

const STATES = optionsOf(DELIVERY_NAMES, texts.anyState)

const BACK = { href: '/developers/webhooks', label: texts.webhooks }

const DIALOGS = { change: ChangeEndpoint, disable: DisableEndpoint, remove: DeleteEndpoint, replay: ReplayMissed }
type Act = keyof typeof DIALOGS | 'rotate'

const Actions = ({ endpoint, onAct }: { endpoint: Endpoint; onAct: (act: Act) => void }) => {
  const id = endpoint.webhook_endpoint_id
  const test = useSend('testWebhookEndpoint')
  const enable = useSend('updateWebhookEndpoint')
  const toast = useToast()
  const isOn = endpoint.status === 'enabled'
  const error = test.error ?? enable.error
  return (
    <>
      <div className="actions">
        {isOn && (
          <Button isBusy={test.isPending} onClick={() => test.mutate({ id }, { onSuccess: () => toast(texts.testSent) })}>
            {texts.test}
          </Button>
        )}
        {isOn && <Button onClick={() => onAct('replay')}>{texts.replayMissed}</Button>}
        <Button onClick={() => onAct('change')}>{texts.change}</Button>
        <Button onClick={() => onAct('rotate')}>{texts.rotateSecret}</Button>
        {isOn ? (
          <Button onClick={() => onAct('disable')}>{texts.disable}</Button>
        ) : (
          <Button look="primary" isBusy={enable.isPending} onClick={() => enable.mutate({ id, body: { status: 'enabled' } })}>
            {texts.enable}
          </Button>
        )}
        <Button look="danger" onClick={() => onAct('remove')}>
          {texts.remove}
        </Button>
      </div>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}

const Shown = ({ endpoint }: { endpoint: Endpoint }) => {
  const [act, setAct] = useState<Act | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { field, query, ...filters } = useFilters(['status'])
  const close = (): void => setAct(null)
  const ActDialog = act === null || act === 'rotate' ? null : DIALOGS[act]
  const show = (made: string): void => {
    close()
    setSecret(made)
  }
  const { disabled_at: disabledAt, failing_since: failingSince, previous_secret_expires_at: previous } = endpoint
  return (
    <Page title={endpoint.url} mark={<EndpointMark endpoint={endpoint} />} lead={endpoint.description} back={BACK}>
      {ActDialog && <ActDialog endpoint={endpoint} onClose={close} />}
      {act === 'rotate' && <RotateSecret endpoint={endpoint} onSecret={show} onClose={close} />}
      {secret !== null && <SecretShown secret={secret} onClose={() => setSecret(null)} />}
      <Section title={texts.state}>
        <Facts
          facts={[
            [texts.which, subscribedText(endpoint)],
            [texts.created, <Moment key="created" at={endpoint.created_at} />],
            failingSince !== null && [texts.failingSince, <Moment key="failing" at={failingSince} />],
            disabledAt !== null && [texts.disabledAt, <Moment key="disabled" at={disabledAt} />],
            [texts.disabledReason, endpoint.disabled_reason],
            previous !== null && [texts.previousSecret, <Moment key="previous" at={previous} />],
          ]}
        />
        <Writes>
          <Actions endpoint={endpoint} onAct={setAct} />
        </Writes>
      </Section>
      <h2>{texts.deliveries}</h2>
      <search className="filters">
        <SelectField label={texts.state} {...field('status')} options={STATES} />
      </search>
      <DeliveryList query={{ ...query, webhook_endpoint_id: endpoint.webhook_endpoint_id }} filters={filters} />
    </Page>
  )
}

export default () => (
  <RecordPage query={useRecord('getWebhookEndpoint')} back={BACK}>
    {(found) => <Shown endpoint={found} />}
  </RecordPage>
)
