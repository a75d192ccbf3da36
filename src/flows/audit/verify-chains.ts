// Verifies the chain of every audited object: hashes, versions and secrets. Also verifies that each row matches its records.

import type { ReportBreak } from '../../domain/audit/audit.ts'
import { applied, differences, objectBreak } from '../../domain/audit/audit.ts'
import type { Db, Snapshot } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { isKeyed, UnknownSecretKey } from '../../platform/engine/secrets.ts'
import type { AuditedType, AuditRecord } from '../../store/audit/audit.ts'
import { NO_HASH, recordHash } from '../../store/audit/audit.ts'
import type { OpenArchives } from '../../store/audit/audit-archives.ts'
import type { ObjectKey } from '../../store/audit/audit-walk.ts'
import { keyText, lastVersions, storedObjects, unrecordedObjects, walkRecords } from '../../store/audit/audit-walk.ts'
import { digestField } from '../../store/audit/audited-rows.ts'
import { AUDITED_TABLES } from '../../store/audit/audited-tables.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import { macProblem, originProblem } from './verify-origin.ts'

type SecretsCheck = { secrets: Db['secrets']; origin: Origin | null }

const CHANGED = 'is not the one on record'

/** One message for each stored secret that does not match its recorded digest. */
const secretProblems = (
  { secrets, origin }: SecretsCheck,
  { businessId, mode, objectId, objectType }: AuditRecord,
  state: Readonly<Record<string, unknown>>,
  stored: Columns,
): string[] => {
  const problemOf = (column: string): string | null => {
    const digest = state[digestField(column)]
    const place = { businessId, mode, objectId, column }
    if (typeof digest !== 'string') return 'has no digest on record'
    if (!stored[column]) return digest === '' ? null : CHANGED
    const isEncrypted = AUDITED_TABLES[objectType].encrypted?.includes(column) ?? false
    try {
      const text = isEncrypted ? secrets.decrypt(place, stored[column] as string) : (stored[column] as string)
      const check = secrets.check(place, text, digest)
      if (check === 'unknown key') return 'cannot be verified: its digest is under a key that is not given'
      if (check === 'differs') return CHANGED
      return origin?.secretKeyId != null && !isKeyed(digest) ? 'cannot be verified: its digest is under no key' : null
    } catch (error) {
      // An error other than `UnknownSecretKey` means that the text was not encrypted with the key, or was encrypted for another row or
      // column.
      return error instanceof UnknownSecretKey ? 'cannot be verified: it is encrypted under a key that is not given' : CHANGED
    }
  }
  return (AUDITED_TABLES[objectType].digested ?? []).flatMap((column) => {
    const problem = problemOf(column)
    return problem === null ? [] : [`stored ${column} ${problem}`]
  })
}

const COMPARED_AT_ONCE = 200

/** The state of an object during the walk: its last record so far, and its values after that record. */
type Passing = { last: AuditRecord; state: Readonly<Record<string, unknown>> }

export type ChainsWalk = {
  view: Snapshot
  secrets: Db['secrets']
  origin: Origin | null
  /** The seal after which records need MACs; null if no record needs a MAC. */
  trusted: TrustedSeal | null
  /** The archive files; null if nothing was archived. */
  archives: OpenArchives | null
  found: ReportBreak
  onRecords(done: number): void
}

const isSame = (a: ObjectKey, b: ObjectKey): boolean => keyText(a) === keyText(b)

const readChanges = (record: AuditRecord, found: ReportBreak): Record<string, unknown> => {
  try {
    return JSON.parse(record.changes) as Record<string, unknown>
  } catch {
    found(objectBreak(record.objectId, record.version, 'the changes on record cannot be read'))
    return {}
  }
}

/** Verifies a record against the previous record of the same object. */
const pass = (record: AuditRecord, before: Passing | null, walk: ChainsWalk): Passing => {
  const { found } = walk
  const { objectId, version } = record
  const changes = readChanges(record, found)
  const state = applied(before?.state ?? {}, changes)
  const problem = before && record.objectType === 'store' ? originProblem(walk.origin?.trusted ?? null, before.state, changes) : null
  if (problem !== null) found(objectBreak(objectId, version, problem))
  const expected = (before?.last.version ?? 0) + 1
  if (version !== expected) {
    found(
      objectBreak(
        objectId,
        expected,
        version - 1 > expected ? `the records up to version ${version - 1} are missing` : 'the record is missing',
      ),
    )
  } else if (recordHash(before?.last.hash ?? NO_HASH, record) !== record.hash) {
    found(objectBreak(objectId, version, 'the record does not match its hash: the record or its position was changed'))
  }
  if (before && before.last.objectType !== record.objectType) found(objectBreak(objectId, version, 'the record is of another object type'))
  return { last: record, state }
}

/** Compares the recorded states of objects of one type with their rows. */
const compareKind = async (objects: readonly Passing[], walk: ChainsWalk): Promise<void> => {
  const { view, found } = walk
  const type = objects[0]!.last.objectType
  if (!Object.hasOwn(AUDITED_TABLES, type)) {
    for (const { last } of objects) found(objectBreak(last.objectId, last.version, `unknown object type ${type}`))
    return
  }
  const stored = await storedObjects(
    view,
    type,
    objects.map(({ last }) => last),
  )
  for (const { last, state } of objects) {
    const row = stored.get(keyText(last))
    if (!row) {
      found(objectBreak(last.objectId, last.version, `there are records of a ${type} that is not stored`))
      continue
    }
    if (row.version !== null && row.version < last.version)
      found(objectBreak(last.objectId, last.version, `it is stored at version ${row.version}, before its last record`))
    const columns = [...differences(state, row.columns), ...row.unfollowing]
    if (columns.length > 0) found(objectBreak(last.objectId, last.version, `stored ${columns.join(', ')} does not match its records`))
    for (const problem of secretProblems(walk, last, state, row.secrets)) found(objectBreak(last.objectId, last.version, problem))
  }
}

const compare = async (objects: readonly Passing[], walk: ChainsWalk): Promise<void> => {
  for (const [, ofKind] of Map.groupBy(objects, ({ last }) => last.objectType)) await compareKind(ofKind, walk)
}

/** Verifies the archived records between `before` and the next record in the store. */
const fromArchives = (next: AuditRecord, before: Passing | null, walk: ChainsWalk): Passing | null => {
  const isGap = next.version > (before?.last.version ?? 0) + 1
  let passing = before
  for (const record of isGap ? (walk.archives?.recordsOf(next) ?? []) : [])
    if (record.version > (before?.last.version ?? 0) && record.version < next.version) passing = pass(record, passing, walk)
  return passing
}

/** If a record in the store is also in an archive, verifies that both copies are the same. */
const compareArchived = (record: AuditRecord, { archives, found }: ChainsWalk): void => {
  if (record.seal === null || !archives?.covers(record.seal)) return
  if (archives.recordsOf(record).some(({ version, hash }) => version === record.version && hash === record.hash)) return
  found(objectBreak(record.objectId, record.version, 'the record is not the one in the archive'))
}

/**
 * Reports archived objects whose last records are missing from the store. For each archived object, the store must hold the last archived
 * record or a later record.
 */
const findLostTails = async ({ view, archives, found }: ChainsWalk): Promise<void> => {
  for (const batch of archives?.objects() ?? []) {
    const last = await lastVersions(view, batch)
    for (const key of batch)
      if ((last.get(keyText(key)) ?? 0) < key.version)
        found(objectBreak(key.objectId, key.version, 'it is in an archive, and its last records are missing from the store'))
  }
}

/** Verifies all records in the store, and compares each object's recorded state with its row. Returns how many objects have records. */
const walkChains = async (walk: ChainsWalk): Promise<number> => {
  let passing: Passing | null = null
  let finished: Passing[] = []
  let objects = 0
  let records = 0
  for await (const batch of walkRecords(walk.view)) {
    for (const record of batch) {
      const isNext: boolean = passing !== null && isSame(passing.last, record)
      if (passing && !isNext) finished.push(passing)
      if (!isNext) objects += 1
      compareArchived(record, walk)
      const problem = macProblem(walk.secrets, walk.trusted, record)
      if (problem !== null) walk.found(objectBreak(record.objectId, record.version, problem))
      passing = pass(record, fromArchives(record, isNext ? passing : null, walk), walk)
    }
    if (finished.length >= COMPARED_AT_ONCE) {
      await compare(finished, walk)
      finished = []
    }
    records += batch.length
    walk.onRecords(records)
  }
  await compare(passing ? [...finished, passing] : finished, walk)
  return objects
}

/** Finds rows that have no records, or whose last records are missing. */
const findUnrecorded = async ({ view, found }: ChainsWalk): Promise<void> => {
  for (const type of Object.keys(AUDITED_TABLES) as AuditedType[]) {
    for await (const batch of unrecordedObjects(view, type)) {
      for (const { id, version, lastRecord } of batch) {
        if (lastRecord !== null && (version === null || lastRecord > version)) continue
        const last = lastRecord === null ? 'it has no records' : `its last record is of version ${lastRecord}`
        found(objectBreak(id, version, version === null ? last : `it is stored at version ${version}, and ${last}`))
      }
    }
  }
}

export const verifyChains = async (walk: ChainsWalk): Promise<number> => {
  const objects = await walkChains(walk)
  await findUnrecorded(walk)
  await findLostTails(walk)
  return objects
}
