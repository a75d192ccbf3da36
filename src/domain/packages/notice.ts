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

const LEVEL: Record<HoldAction, NoticeLevel> = { hold: 'warning', release: 'info' }

const DEFAULT_BODY: Record<HoldAction, string> = {
  hold: 'Hold this package at the warehouse.',
  release: 'Release this package from the warehouse.',
}

export const holdNotice = (given: { id: string; packageId: string; action: HoldAction; body: string | null; now: number }): Notice => ({
  id: given.id,
  packageId: given.packageId,
  level: LEVEL[given.action],
  body: given.body ?? DEFAULT_BODY[given.action],
  createdAt: given.now,
  deactivatedAt: null,
})

/** The notices of a package, oldest first, once one more is recorded: only that one is active. */
export const withNotice = (earlier: readonly Notice[], notice: Notice): Notice[] =>
  [...earlier.map((each) => ({ ...each, deactivatedAt: each.deactivatedAt ?? notice.createdAt })), notice].sort(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )
