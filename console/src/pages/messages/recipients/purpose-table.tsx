// A table with a row for each message purpose: whether the customers get the message, which contacts get it, and when it is sent.

import { Checkbox } from '@mantine/core'
import { CUSTOMER_PURPOSES, rulesOf } from '../../../../../src/domain/messages/purpose.ts'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Panel } from '../../../components/page.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { Message, MessageSettings } from '../../../wire.ts'
import { purposeName } from '../message-text.tsx'

type Purpose = Message['purpose']
type Fields = Pick<MessageSettings, 'customers' | 'contacts'>

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const HOURS_A_DAY = 24

const timeText = (ms: number): string => {
  if (ms < HOUR_MS) return t('recipients.minutes', { count: ms / MINUTE_MS })
  const hours = ms / HOUR_MS
  return hours < HOURS_A_DAY ? t('recipients.hours', { count: hours }) : t('records.days', { count: hours / HOURS_A_DAY })
}

const When = ({ purpose }: { purpose: Purpose }) => {
  const { gatherMs, usefulMs } = rulesOf(purpose)
  return (
    <Hint size="xs">
      {gatherMs === 0 ? t('recipients.atOnce') : t('recipients.gathered', { time: timeText(gatherMs) })};{' '}
      {t('recipients.usefulFor', { time: timeText(usefulMs) })}
    </Hint>
  )
}

const toggled = (purposes: readonly Purpose[], purpose: Purpose): Purpose[] =>
  purposes.includes(purpose) ? purposes.filter((each) => each !== purpose) : [...purposes, purpose]

type Tick = { name: string; purposes: readonly Purpose[]; purpose: Purpose; onChange: (purposes: Purpose[]) => void }

const PurposeTick = ({ name, purposes, purpose, onChange }: Tick) => (
  <Checkbox
    size="xs"
    aria-label={t('recipients.goes', { purpose: purposeName(purpose), name })}
    checked={purposes.includes(purpose)}
    onChange={() => onChange(toggled(purposes, purpose))}
  />
)

export const PurposeTable = ({ fields, onChange }: { fields: Fields; onChange: (fields: Partial<Fields>) => void }) => {
  const { customers, contacts } = fields
  const setContact = (index: number, purposes: MessageSettings['customers']) =>
    onChange({ contacts: contacts.map((contact, at) => (at === index ? { ...contact, purposes } : contact)) })
  const toCustomers = {
    key: 'customers',
    title: t('recipients.customers'),
    render: (purpose: Purpose) => (
      <PurposeTick
        name={t('recipients.customers')}
        purposes={customers}
        purpose={purpose}
        onChange={(purposes) => onChange({ customers: purposes as MessageSettings['customers'] })}
      />
    ),
  }
  const toContacts = contacts.map((contact, index) => {
    const name = contact.name || t('recipients.newContact')
    return {
      key: `contact ${index}`,
      title: name,
      render: (purpose: Purpose) => (
        <PurposeTick
          name={name}
          purposes={contact.purposes}
          purpose={purpose}
          onChange={(purposes) => setContact(index, purposes as MessageSettings['customers'])}
        />
      ),
    }
  })
  return (
    <Panel title={t('recipients.purposes')} lead={t('recipients.purposesLead')} flush>
      <RowsTable<Purpose>
        rows={CUSTOMER_PURPOSES}
        rowKey={(purpose) => purpose}
        rowName={purposeName}
        columns={[
          { key: 'purpose', title: t('messages.purpose'), render: purposeName },
          toCustomers,
          ...toContacts,
          { key: 'when', title: t('recipients.when'), render: (purpose) => <When purpose={purpose} />, isLesser: true },
        ]}
      />
    </Panel>
  )
}
