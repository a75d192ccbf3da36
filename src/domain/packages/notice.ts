// A notice: the record that every hold and release leaves on its package.

import type { HoldAction } from './package.ts'

export type NoticeLevel = 'info' | 'warning' | 'danger'

export type Notice = {
  id: string
  packageId: string
  level: NoticeLevel
  body: string
  createdAt: number
  deactivatedAt: number | null
}

/** Every answer and event about a package contains its newest notices, up to this many. Older ones are stored but not shown. */
export const NOTICES_SHOWN_MAX = 100

const LEVEL: Record<HoldAction, NoticeLevel> = { hold: 'warning', release: 'info' }

const DEFAULT_BODY: Record<HoldAction, string> = {
  hold: 'Hold this package at the warehouse.',
  release: 'Release this package from the warehouse.',
}

/** Whether a person wrote the text of the notice. Otherwise it is the default text of the action. */
export const isWritten = ({ body }: Pick<Notice, 'body'>): boolean => !Object.values(DEFAULT_BODY).includes(body)

export const holdNotice = (given: { id: string; packageId: string; action: HoldAction; body: string | null; now: number }): Notice => ({
  id: given.id,
  packageId: given.packageId,
  level: LEVEL[given.action],
  body: given.body ?? DEFAULT_BODY[given.action],
  createdAt: given.now,
  deactivatedAt: null,
})

/** The most notices that are archived with one new notice. A package from before `NOTICES_SHOWN_MAX` may have more to archive. */
const RETIRED_MAX = 1_000

/** The notices of a package, oldest first, after adding one. Only the new one is active. `older`: those to archive. */
export const withNotice = (earlier: readonly Notice[], notice: Notice): { shown: Notice[]; older: Notice[] } => {
  const left = NOTICES_SHOWN_MAX - 1
  const shown = earlier.slice(-left).map((each) => ({ ...each, deactivatedAt: each.deactivatedAt ?? notice.createdAt }))
  return {
    shown: [...shown, notice].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    older: earlier.slice(0, -left).slice(0, RETIRED_MAX),
  }
}
