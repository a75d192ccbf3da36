// A timeline of events, oldest first, with their authors.

import '../records.css'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../strings.ts'
import type { Author } from '../../wire.ts'
import { Hint } from '../text.tsx'
import { Moment } from './moment.tsx'

export type Happening = { key: string; at: string; summary: string; author: Author; details?: ReactNode }

export const Timeline = ({ happenings }: { happenings: readonly Happening[] }) => (
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
