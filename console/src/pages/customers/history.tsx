// Every change of a customer, newest first, with its author.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Author, CustomerDetail } from '../../wire.ts'
import { FIELD_NAMES } from './profile.tsx'

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

const NAMES: Record<string, PlainKey> = { ...FIELD_NAMES, address_suffix: 'customers.identifier', status: 'records.status' }
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
              ? t('customers.fieldSet', { field: fieldName(field), after: after ?? t('records.nothing') })
              : t('customers.fieldChange', { field: fieldName(field), before, after: after ?? t('records.nothing') })}
          </Hint>
        )),
      }))}
    />
  </Panel>
)
