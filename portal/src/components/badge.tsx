// Marks of a status.

import type { ReactNode } from 'react'
import type { Tone } from './states.tsx'

type BadgeProps = { tone?: Tone | 'plain'; children: ReactNode; isLong?: boolean }

export const Badge = ({ tone = 'info', children, isLong = false }: BadgeProps) => (
  <span className={`badge ${tone}${isLong ? ' wraps' : ''}`}>{children}</span>
)
