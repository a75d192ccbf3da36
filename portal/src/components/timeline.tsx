// Steps in order, done or still to come.

import type { ReactNode } from 'react'

export type Step = { key: string; title: string; text?: ReactNode; at?: ReactNode; isDone: boolean }

export const Timeline = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="timeline">
    {steps.map(({ key, title, text, at, isDone }) => (
      <li key={key} className={isDone ? 'done' : undefined}>
        <span className="choice-label block">{title}</span>
        {text && <span className="block">{text}</span>}
        {at && <span className="hint block">{at}</span>}
      </li>
    ))}
  </ol>
)
