// The history of a customer: changes with their authors, newest first, and merges with other customers. A merge can be undone.

import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api, CUSTOMERS } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, useRead, useRefresh } from '../../components/queries.ts'
import { Hint, PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { Author, Customer, CustomerDetail, Merge, UndoneMerge } from '../../wire.ts'
import { FIELD_NAMES } from './profile.tsx'

type Consent = Customer['message_consents'][number]

type Happening = { key: string; at: string; summary: string; author: Author; details?: ReactNode }

const Timeline = ({ happenings }: { happenings: readonly Happening[] }) => (
  <ol className="happenings">
    {happenings.map(({ key, at, summary, author, details }) => (
      <li key={key}>
        <Text size="sm">{summary}</Text>
        {details}
        <Hint size="xs">
          <Moment at={at} /> · {t('records.by', { name: author.name })}
        </Hint>
      </li>
    ))}
  </ol>
)

const MESSAGE_FIELDS = {
  message_channel: 'messages.channel',
  message_language: 'messages.language',
  message_consents: 'customers.consents',
} as const
const NAMES: Record<string, PlainKey> = {
  ...FIELD_NAMES,
  address_suffix: 'customers.identifier',
  status: 'records.status',
  ...MESSAGE_FIELDS,
}
/** The value of a field as text. Consents are stored as JSON, so their JSON is parsed first. */
const valueText = (field: string, value: string | null): string => {
  if (value === null) return t('records.nothing')
  if (field !== 'message_consents') return value
  return (JSON.parse(value) as { channel: Consent['channel']; how: string }[])
    .map(({ channel, how }) => `${t(`messages.${channel}`)} (${how})`)
    .join(', ')
}

const fieldName = (field: string): string => (NAMES[field] ? t(NAMES[field]) : field.replaceAll('_', ' '))

export const HistoryPanel = ({ history }: Pick<CustomerDetail, 'history'>) => (
  <Panel title={t('customers.history')}>
    <Timeline
      happenings={history.toReversed().map(({ version, at, author, changes }) => ({
        key: String(version),
        at,
        author,
        summary: t(version === 1 ? 'customers.registered' : 'customers.changed'),
        details: changes.map(({ field, before, after }) => (
          <Hint key={field}>
            {before === null
              ? t('customers.fieldSet', { field: fieldName(field), after: valueText(field, after) })
              : t('customers.fieldChange', {
                  field: fieldName(field),
                  before: valueText(field, before),
                  after: valueText(field, after),
                })}
          </Hint>
        )),
      }))}
    />
  </Panel>
)

const useIdentifier = (id: string): string => {
  const { data } = useRead<Customer>(CUSTOMERS, id)
  return data?.address_suffix ?? '…'
}

const MergeItem = ({ merge, customerId }: { merge: Merge; customerId: string }) => {
  const mayHandle = useMayHandle()
  const { formatMoment } = useTimes()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const isKept = merge.kept_id === customerId
  const otherId = isKept ? merge.merged_id : merge.kept_id
  const id = useIdentifier(otherId)
  const undo = async () => {
    if (!(await confirm({ title: t('customers.undoTitle'), text: t('customers.undoText'), action: t('records.undo') }))) return
    try {
      const path = `/ops/v1/customer_merges/${merge.customer_merge_id}/undo`
      const { left_ids: left } = await api.send<UndoneMerge>('POST', path)
      await refresh()
      notifyDone(left.length === 0 ? t('customers.undoDone') : t('customers.undoLeft', { count: left.length }))
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <PageLink href={`/customers/${otherId}`}>{t(isKept ? 'customers.mergeFrom' : 'customers.mergeTo', { id })}</PageLink>
        {mayHandle && merge.undone_at === null && <RowButton label={t('records.undo')} variant="default" flex="none" onClick={undo} />}
      </Group>
      <Hint>{t('customers.mergeMoved', { quotes: merge.quotes_moved, packages: merge.packages_moved })}</Hint>
      <Hint size="xs">
        <Moment at={merge.merged_at} /> · {t('records.by', { name: merge.merged_by.name })}
        {merge.undone_at !== null && ` · ${t('records.undone', { when: formatMoment(merge.undone_at) })}`}
      </Hint>
    </li>
  )
}

export const MergesPanel = ({ customer }: { customer: CustomerDetail }) => (
  <Panel title={t('customers.merges')}>
    <ul className="happenings">
      {customer.merges.toReversed().map((merge) => (
        <MergeItem key={merge.customer_merge_id} merge={merge} customerId={customer.parcel_customer_id} />
      ))}
    </ul>
  </Panel>
)
