// Dialogs for a webhook endpoint: create, change, rotate the secret, disable, delete, send missed events again.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { CheckField, ChoiceField, optionsOf, SelectField, TextField } from '../../components/field.tsx'
import { Confirm, FormDialog } from '../../components/form-dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { eventTypesOf } from '../../event-types.ts'
import { useSend } from '../../scope.tsx'
import { OBJECT_NAMES, texts } from '../../texts/developers.ts'
import type { Endpoint, EventFilter } from '../../wire.ts'

const ALL = '*'

const EventChoice = ({ chosen, onChosen }: { chosen: readonly string[]; onChosen: (chosen: string[]) => void }) => {
  const isAll = chosen.includes(ALL)
  const set = (filter: string, isOn: boolean): void => onChosen(isOn ? [...chosen, filter] : chosen.filter((each) => each !== filter))
  return (
    <>
      <ChoiceField
        label={texts.which}
        value={isAll ? 'all' : 'chosen'}
        onValue={(value) => onChosen(value === 'all' ? [ALL] : [])}
        choices={optionsOf({ all: texts.everything, chosen: texts.chosen })}
      />
      {!isAll &&
        Object.entries(OBJECT_NAMES).map(([object, name]) => {
          const whole = `${object}.*`
          const types = eventTypesOf(object)
          return (
            <div key={object}>
              <CheckField label={texts.allOf(name)} isOn={chosen.includes(whole)} onValue={(isOn) => set(whole, isOn)} />
              {!chosen.includes(whole) && (
                <details className="fold" open={types.some((type) => chosen.includes(type))}>
                  <summary>{texts.single(name)}</summary>
                  {types.map((type) => (
                    <CheckField key={type} label={type} isOn={chosen.includes(type)} onValue={(isOn) => set(type, isOn)} />
                  ))}
                </details>
              )}
            </div>
          )
        })}
    </>
  )
}

type Fields = { url: string; event_types: EventFilter[]; description: string | null }

type EndpointFormProps = {
  title: string
  submit: string
  done?: string
  endpoint?: Endpoint
  onFields: (fields: Fields) => Promise<unknown>
  onClose: () => void
}

const EndpointForm = ({ endpoint, onFields, ...dialog }: EndpointFormProps) => {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [chosen, setChosen] = useState<string[]>(endpoint?.event_types ?? [ALL])
  const fields = { url: url.trim(), event_types: chosen as EventFilter[], description: description.trim() || null }
  return (
    <FormDialog {...dialog} onSubmit={() => onFields(fields)}>
      {(errorOf) => {
        const eventsError = errorOf('event_types')
        return (
          <>
            <TextField
              label={texts.url}
              hint={texts.urlHint}
              value={url}
              onValue={setUrl}
              error={errorOf('url')}
              type="url"
              autoComplete="off"
              autoFocus
            />
            <TextField
              label={texts.description}
              value={description}
              onValue={setDescription}
              error={errorOf('description')}
              autoComplete="off"
              isOptional
            />
            <EventChoice chosen={chosen} onChosen={setChosen} />
            {eventsError && <div className="problem">{eventsError}</div>}
          </>
        )
      }}
    </FormDialog>
  )
}

export const CreateEndpoint = ({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) => {
  const { mutateAsync } = useSend('createWebhookEndpoint')
  const create = async (fields: Fields): Promise<void> => onSecret((await mutateAsync({ body: fields })).secret)
  return <EndpointForm title={texts.newEndpoint} submit={texts.createEndpoint} onFields={create} onClose={onClose} />
}

type OneEndpoint = { endpoint: Endpoint; onClose: () => void }

export const ChangeEndpoint = ({ endpoint, onClose }: OneEndpoint) => {
  const { mutateAsync } = useSend('updateWebhookEndpoint')
  return (
    <EndpointForm
      title={texts.changeEndpoint}
      submit={texts.change}
      done={texts.changed}
      endpoint={endpoint}
      onFields={(fields) => mutateAsync({ id: endpoint.webhook_endpoint_id, body: fields })}
      onClose={onClose}
    />
  )
}

const HOUR_SECONDS = 3_600
const OVERLAPS = optionsOf({ [HOUR_SECONDS]: texts.hour, [24 * HOUR_SECONDS]: texts.day })

export const RotateSecret = ({ endpoint, onSecret, onClose }: OneEndpoint & { onSecret: (secret: string) => void }) => {
  const { mutateAsync } = useSend('rotateWebhookSecret')
  const [seconds, setSeconds] = useState(OVERLAPS.at(-1)!.value)
  const rotate = async (): Promise<void> => {
    const { secret } = await mutateAsync({ id: endpoint.webhook_endpoint_id, body: { overlap_seconds: Number(seconds) } })
    onSecret(secret)
  }
  return (
    <FormDialog title={texts.rotateSecretTitle} submit={texts.rotateSecret} onSubmit={rotate} onClose={onClose}>
      {(errorOf) => (
        <>
          <p>{texts.rotateSecretText}</p>
          <SelectField
            label={texts.previousSecretFor}
            value={seconds}
            onValue={setSeconds}
            options={OVERLAPS}
            error={errorOf('overlap_seconds')}
          />
        </>
      )}
    </FormDialog>
  )
}

export const DisableEndpoint = ({ endpoint, onClose }: OneEndpoint) => {
  const { mutateAsync } = useSend('updateWebhookEndpoint')
  const disable = () => mutateAsync({ id: endpoint.webhook_endpoint_id, body: { status: 'disabled' } })
  return (
    <Confirm title={texts.disableTitle} submit={texts.disable} look="danger" onSubmit={disable} onClose={onClose}>
      {texts.disableText}
    </Confirm>
  )
}

export const DeleteEndpoint = ({ endpoint, onClose }: OneEndpoint) => {
  const { mutateAsync } = useSend('deleteWebhookEndpoint')
  const [, navigate] = useLocation()
  const remove = async (): Promise<void> => {
    await mutateAsync({ id: endpoint.webhook_endpoint_id })
    navigate('/developers/webhooks')
  }
  return (
    <Confirm title={texts.removeTitle} submit={texts.remove} look="danger" onSubmit={remove} done={texts.removed} onClose={onClose}>
      {texts.removeText}
    </Confirm>
  )
}

/**
 * Sends all missed events to the endpoint again. The server covers only part of a long time range in each request, so several requests may
 * be needed.
 */
export const ReplayMissed = ({ endpoint, onClose }: OneEndpoint) => {
  const { mutateAsync } = useSend('replayWebhookDeliveries')
  const toast = useToast()
  const replay = async (): Promise<void> => {
    let count = 0
    let since: string | null = endpoint.created_at
    while (since !== null) {
      const answer: { replayed: number; continue_since: string | null } = await mutateAsync({
        body: { webhook_endpoint_id: endpoint.webhook_endpoint_id, since },
      })
      count += answer.replayed
      since = answer.continue_since
    }
    toast(texts.replayed(count))
  }
  return (
    <Confirm title={texts.replayMissedTitle} submit={texts.replayMissed} onSubmit={replay} onClose={onClose}>
      {texts.replayMissedText}
    </Confirm>
  )
}
