// Marks of a status.

import type { ReactNode } from 'react'
import type { Tone } from './states.tsx'

export const Badge = ({ tone = 'info', children }: { tone?: Tone | 'plain'; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
)
