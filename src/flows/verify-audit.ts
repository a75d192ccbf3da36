// Verifies the audit trail as of one moment, while everything goes on: every object's chain, then the seals.

import type { AuditBreak } from '../domain/audit.ts'
import { objectBreak } from '../domain/audit.ts'
import type { Seal } from '../store/audit-seals.ts'
import { countRecords, trailBegins } from '../store/audit-walk.ts'
import { find as findOrigin } from '../store/store-origin.ts'
import type { Deps } from './deps.ts'
import { verifyChains } from './verify-chains.ts'
import type { NotedSeal } from './verify-seals.ts'
import { verifySeals } from './verify-seals.ts'

/** The rest are only counted. */
const BREAKS_LISTED_MAX = 1_000

export type Verification = {
  records: number
  unsealed: number
  objects: number
  latestSeal: Seal | null
  breaks: AuditBreak[]
  breakCount: number
}

export type VerifyOptions = { noted?: readonly NotedSeal[]; onRecords?(done: number, total: number): void }

export const verifyAudit = ({ db }: Pick<Deps, 'db'>, { noted = [], onRecords }: VerifyOptions = {}): Promise<Verification> =>
  db.snapshot(async (view) => {
    const breaks: AuditBreak[] = []
    let breakCount = 0
    const found = (each: AuditBreak): void => {
      breakCount += 1
      if (breaks.length < BREAKS_LISTED_MAX) breaks.push(each)
    }
    const { all, unsealed } = await countRecords(view)
    const [origin, begins] = [await findOrigin(view), await trailBegins(view)]
    if (!origin) found(objectBreak('store', null, 'nothing says how the store began'))
    const objects = await verifyChains({ view, secrets: db.secrets, origin, begins, found, onRecords: (done) => onRecords?.(done, all) })
    const latestSeal = await verifySeals(view, noted, found)
    return { records: all, unsealed, objects, latestSeal, breaks, breakCount }
  })
