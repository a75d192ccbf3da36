// Badges, the status badges of packages, and the texts for directions and routes.

import type { ReactNode } from 'react'
import { DIRECTION_NAMES, STATUS_NAMES, texts } from '../texts/packages.ts'
import type { Parcel } from '../wire.ts'
import type { Tone } from './states.tsx'

type BadgeProps = { tone?: Tone | 'plain'; children: ReactNode; isLong?: boolean }

export const Badge = ({ tone = 'info', children, isLong = false }: BadgeProps) => (
  <span className={`badge ${tone}${isLong ? ' wraps' : ''}`}>{children}</span>
)

const TONES = { booked: 'plain', warehouse: 'info', transit: 'info', delivered: 'ok', cancelled: 'plain' } as const

type Marked = Pick<Parcel, 'status' | 'hold_instruction'> & Partial<Pick<Parcel, 'milestones'>>

export const StatusMark = ({ parcel: { status, hold_instruction: hold, milestones } }: { parcel: Marked }) => (
  <span className="marks">
    <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
    {hold === 'hold' && <Badge tone="warning">{texts.held}</Badge>}
    {milestones?.kept_since && <Badge tone="warning">{texts.stillHere}</Badge>}
  </span>
)

export const directionText = (direction: keyof typeof DIRECTION_NAMES, transport: 'air' | 'ocean' | null): string =>
  [DIRECTION_NAMES[direction], transport].filter(Boolean).join(', ')

type Route = { origin_country: string; destination_country: string }

/** A route in one line: `CN → NG`. */
export const routeText = ({ origin_country: from, destination_country: to }: Route): string => `${from}\u00a0→\u00a0${to}`
