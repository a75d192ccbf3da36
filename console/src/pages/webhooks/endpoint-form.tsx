// Adding a webhook endpoint, and changing one.

import { MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog, typed } from '../../components/form.tsx'
import { t } from '../../strings.ts'
import type { Endpoint } from '../../wire.ts'
import { EVENT_FILTERS } from './names.ts'

export type EndpointFields = { url: string; event_types: string[]; description?: string }

type EndpointFormProps = {
  title: string
  submitLabel: string
  endpoint?: Endpoint
  onSubmit: (fields: EndpointFields) => Promise<unknown>
  onClose: () => void
}

export const EndpointForm = ({ title, submitLabel, endpoint, onSubmit, onClose }: EndpointFormProps) => {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState(endpoint?.event_types ?? ['*'])
  const submit = () => onSubmit({ url: url.trim(), event_types: events, ...(description ? { description } : {}) })
  return (
    <FormDialog title={title} submitLabel={submitLabel} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('webhooks.url')} description={t('webhooks.urlHint')} {...typed(url, setUrl, errorOf('url'))} data-autofocus />
          <MultiSelect
            label={t('webhooks.events')}
            description={t('webhooks.eventsHint')}
            data={EVENT_FILTERS}
            value={events}
            error={errorOf('event_types')}
            onChange={setEvents}
            searchable
            hidePickedOptions
          />
          <TextInput label={t('webhooks.description')} {...typed(description, setDescription, errorOf('description'))} />
        </>
      )}
    </FormDialog>
  )
}
