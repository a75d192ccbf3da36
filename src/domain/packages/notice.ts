// Notices: each hold or release of a package adds a notice to that package.

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

/** Responses and events about a package contain only its newest notices, at most this many. Older notices stay stored but are not shown. */
export const NOTICES_SHOWN_MAX = 100

const LEVEL: Record<HoldAction, NoticeLevel> = { hold: 'warning', release: 'info' }

const DEFAULT_BODY: Record<HoldAction, string> = {
  hold: 'Hold this package at the warehouse.',
  release: 'Release this package from the warehouse.',
}

/** True if a person wrote the text of the notice. False if the text is the default text for a hold or a release. */
export const isWritten = ({ body }: Pick<Notice, 'body'>): boolean => !Object.values(DEFAULT_BODY).includes(body)

export const holdNotice = (given: { id: string; packageId: string; action: HoldAction; body: string | null; now: number }): Notice => ({
  id: given.id,
  packageId: given.packageId,
  level: LEVEL[given.action],
  body: given.body ?? DEFAULT_BODY[given.action],
  createdAt: given.now,
  deactivatedAt: null,
})

/**
 * Maximum number of old notices archived when a notice is added. Packages from before `NOTICES_SHOWN_MAX` existed may have more old
 * notices.
 */
const RETIRED_MAX = 1_000

/**
 * Adds a notice to the notices of a package. `shown`: the notices to show, oldest first; only the new notice is active. `older`: the
 * notices to archive.
 */
export const withNotice = (earlier: readonly Notice[], notice: Notice): { shown: Notice[]; older: Notice[] } => {
  const left = NOTICES_SHOWN_MAX - 1
  const shown = earlier.slice(-left).map((each) => ({ ...each, deactivatedAt: each.deactivatedAt ?? notice.createdAt }))
  return {
    shown: [...shown, notice].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    older: earlier.slice(0, -left).slice(0, RETIRED_MAX),
  }
}
