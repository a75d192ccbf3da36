// waybill audit: verifies the audit trail, archives old records, and shows the trail of one object.

import type { AuditBreak } from '../domain/audit/audit.ts'
import { Problems } from '../domain/values/errors.ts'
import { readInstant } from '../domain/values/time-input.ts'
import { archiveAudit } from '../flows/audit/archive-audit.ts'
import type { TrailEntry } from '../flows/audit/read-trail.ts'
import { readTrail } from '../flows/audit/read-trail.ts'
import { verifyAudit } from '../flows/audit/verify-audit.ts'
import type { NotedSeal } from '../flows/audit/verify-seals.ts'
import { presentEntry } from '../http/audit/ops-present.ts'
import type { Output } from './output.ts'
import { fail, iso, showProgress } from './output.ts'
import { commandLineAuthor, withStore, withStoreReadOnly } from './with-store.ts'

const SHOWN_MAX = 1_000
const VALUE_MAX_CHARACTERS = 120
const NOTED = /^(\d{1,15}):([0-9a-f]{64})$/

const readNoted = (texts: readonly string[]): NotedSeal[] =>
  texts.map((text) => {
    const [, number, hash] = NOTED.exec(text.trim()) ?? []
    const problems = new Problems()
    if (hash === undefined) problems.add('--seal', 'must be a seal as "audit verify" printed it: NUMBER:HASH')
    problems.throwIfAny()
    return { number: Number(number), hash: hash! }
  })

const place = ({ objectId, version, seal }: AuditBreak): string => {
  if (objectId === null) return `seal ${seal}`
  return version === null ? objectId : `${objectId} version ${version}`
}

export const runAuditArchive = (out: Output, file: string, options: { before: string }): Promise<void> =>
  withStore(async (deps) => {
    const before = readInstant('--before', options.before, deps.clock())
    const { removed, ...archive } = await archiveAudit(deps, commandLineAuthor(deps), file, before)
    out.print(
      {
        file,
        archive_id: archive.id,
        first_seal: archive.firstSeal,
        last_seal: archive.lastSeal,
        records: archive.records,
        removed,
        sha256: archive.fileSha256,
        public_key: archive.publicKey,
      },
      [
        `Wrote ${archive.records} records under the seals ${archive.firstSeal} to ${archive.lastSeal} to ${file}, and read them back; ${removed} are gone from the store.`,
        `Keep the file: from now on "audit verify" needs it, with --archive. Its sum is ${archive.fileSha256}.`,
      ],
    )
  })

export const runAuditVerify = (out: Output, options: { seal?: string[]; archive?: string[] }): Promise<void> =>
  withStoreReadOnly(async (deps) => {
    const noted = readNoted(options.seal ?? [])
    const onRecords = (done: number, total: number): void => showProgress({ step: 'records', done, total })
    const { latestSeal, breaks, breakCount, ...counts } = await verifyAudit(deps, { noted, archiveFiles: options.archive ?? [], onRecords })
    const latest = latestSeal && `${latestSeal.number}:${latestSeal.hash}`
    const data = {
      ok: breakCount === 0,
      records: counts.records,
      unsealed: counts.unsealed,
      objects: counts.objects,
      latest_seal: latest,
      break_count: breakCount,
      breaks: breaks.map(({ objectId, version, seal, problem }) => ({ object_id: objectId, version, seal, problem })),
    }
    const whole = `${counts.records} records of ${counts.objects} objects are whole; ${counts.unsealed} are not sealed yet.`
    const found = breaks.map((each) => `${place(each)}: ${each.problem}`)
    const note = latest === null ? [] : [`The latest seal, to be noted down elsewhere: ${latest}`]
    out.print(data, [...(breakCount === 0 ? [whole] : found), ...note])
    if (breakCount > 0) fail(`The audit trail is broken in ${breakCount} ${breakCount === 1 ? 'place' : 'places'}.`)
  })

const clipped = (value: unknown): string => {
  const text = value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : text
}

const entryLines = (entry: TrailEntry): string[] => {
  const { record, actor } = entry
  const who = actor.name === record.actor ? record.actor : `${actor.name} (${record.actor})`
  const lines = presentEntry(entry).changes.map(({ field, before, after }) => `  ${field}: ${clipped(before)} → ${clipped(after)}`)
  return [`version ${record.version}, ${iso(record.recordedAt)}, by ${who}, request ${record.requestId}`, ...lines]
}

export const runAuditShow = (out: Output, objectId: string): Promise<void> =>
  withStore(async (deps) => {
    const { entries, hasMore } = await readTrail(deps.db, { objectId }, { number: 1, size: SHOWN_MAX })
    if (entries.length === 0) return fail(`There are no audit records of ${objectId}.`)
    const inOrder = entries.toReversed()
    const heading = `${objectId} (${inOrder[0]!.record.objectType})${hasMore ? `: the last ${SHOWN_MAX} records` : ''}`
    out.print(inOrder.map(presentEntry), [heading, ...inOrder.flatMap(entryLines)])
  })
