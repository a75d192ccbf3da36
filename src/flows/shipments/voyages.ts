// Adds, changes, cancels and imports the scheduled flights and sailings. Shipments take over the changes of their flight or sailing.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import { changed, checkSchedule, nameOf } from '../../domain/shipments/shipment.ts'
import type { Voyage, VoyageDetails } from '../../domain/shipments/voyage.ts'
import { cancelledVoyage, checkVoyage, followedDetails, isSameNumber } from '../../domain/shipments/voyage.ts'
import { readVoyageCsv } from '../../domain/shipments/voyage-csv.ts'
import { addDays, calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import type { CsvMistake } from '../../domain/values/csv-text.ts'
import { listMistakes } from '../../domain/values/csv-text.ts'
import { invalidField, PROBLEMS_MAX, Problems, Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import * as voyages from '../../store/shipments/voyages.ts'
import type { Deps } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'
import { tellCorrection } from './shipment-steps.ts'

const IN_SCHEDULE = { locks: [voyages.SCHEDULE_LOCK] }

/** Finds the flight or sailing with the number and day of departure in `details`. Days are in the operator's time zone. */
const findSame = async (db: Query, details: VoyageDetails, timeZone: string): Promise<Voyage | null> => {
  const day = calendarDate(details.departsAt, timeZone)
  const ofDay = await voyages.departing(db, startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone))
  return ofDay.find((voyage) => isSameNumber(voyage, details)) ?? null
}

const requireNew = async (tx: Tx, details: VoyageDetails, id: string | null): Promise<void> => {
  const same = await findSame(tx, details, await readOperatorZone(tx))
  if (same && same.id !== id) throw invalidField('number', `${same.number} is in the schedule on this day already`)
}

const requireRight = (details: VoyageDetails): void => {
  const problems = new Problems()
  checkVoyage(details, problems)
  problems.throwIfAny()
}

const addIn = async (deps: Deps, tx: Tx, author: Author, details: VoyageDetails): Promise<Voyage> => {
  const voyage = { ...details, id: deps.newId('voy'), cancelledAt: null, createdAt: author.at }
  await voyages.insert(tx, author, voyage)
  return voyage
}

export const addVoyage = (deps: Deps, author: Author, details: VoyageDetails): Promise<Voyage> =>
  deps.db.transaction(
    author,
    async (tx) => {
      requireRight(details)
      await requireNew(tx, details, null)
      return addIn(deps, tx, author, details)
    },
    IN_SCHEDULE,
  )

/**
 * Saves a voyage that is already locked. Shipments that have not arrived take over the changes of their voyage. Returns the changed
 * shipments.
 */
const changeIn = async (deps: Deps, tx: Tx, author: Author, before: Voyage, voyage: Voyage): Promise<Shipment[]> => {
  await voyages.save(tx, author, voyage)
  const followed: Shipment[] = []
  for (const shipment of await shipments.onVoyage(tx, voyage.id)) {
    const details = followedDetails(shipment, before, voyage)
    if (details === null) continue
    const next = changed(shipment, details)
    const problems = new Problems()
    checkSchedule(next, problems)
    if (problems.any)
      throw invalidField('arrives_at', `would be before the departure of shipment ${nameOf(shipment)}; correct that shipment first`)
    const saved = await shipments.save(tx, author, shipment, next)
    await tellCorrection(deps, tx, author, shipment, saved)
    followed.push(saved)
  }
  return followed
}

/** `shipments`: the shipments that took over the change. */
export type ChangedVoyage = { voyage: Voyage; shipments: Shipment[] }

export const changeVoyage = (deps: Deps, author: Author, id: string, changes: Partial<VoyageDetails>): Promise<ChangedVoyage> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const before = await voyages.lock(tx, id)
      if (before.cancelledAt !== null) throw new Rejection('INVALID_TRANSITION', `${before.number} was cancelled; it cannot be changed.`)
      const voyage = { ...before, ...changes }
      requireRight(voyage)
      await requireNew(tx, voyage, id)
      return { voyage, shipments: await changeIn(deps, tx, author, before, voyage) }
    },
    IN_SCHEDULE,
  )

export const cancelVoyage = (deps: Deps, author: Author, id: string): Promise<Voyage> =>
  deps.db.transaction(author, async (tx) => {
    const before = await voyages.lock(tx, id)
    const voyage = cancelledVoyage(before, (await shipments.onVoyage(tx, id)).map(nameOf), author.at)
    await voyages.save(tx, author, voyage)
    return voyage
  })

type ScheduleRow = { row: number; outcome: 'new' | 'changed' | 'same'; voyage: VoyageDetails }
export type ScheduleImport = { rows: ScheduleRow[]; mistakes: CsvMistake[] }

/**
 * Imports a pasted schedule, all rows or none. A row changes the stored voyage with the same number and day. If there is no such voyage,
 * the row adds one. With `isDryRun`, nothing is stored, and mistakes are returned instead of thrown.
 */
export const importVoyages = (deps: Deps, author: Author, text: string, isDryRun: boolean): Promise<ScheduleImport> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const timeZone = await readOperatorZone(tx)
      const { rows: read, mistakes } = readVoyageCsv(text, timeZone)
      const planned: (ScheduleRow & { before: Voyage | null })[] = []
      for (const { row, details } of read) {
        const day = calendarDate(details.departsAt, timeZone)
        const twin = planned.find((other) => isSameNumber(other.voyage, details) && calendarDate(other.voyage.departsAt, timeZone) === day)
        if (twin) mistakes.push({ row, column: 'number', message: `is also in row ${twin.row}` })
        else {
          const before = await findSame(tx, details, timeZone)
          planned.push({ row, voyage: details, before, outcome: before ? outcomeOf(before, details) : 'new' })
        }
      }
      const listed = listMistakes(mistakes, PROBLEMS_MAX)
      const rows = planned.map(({ before: _before, ...row }) => row)
      if (isDryRun) return { rows, mistakes: listed }
      if (mistakes.length > 0)
        throw new Rejection('VALIDATION_FAILED', undefined, {
          problems: listed.map((mistake) => ({ field: fieldOf(mistake), ...mistake })),
        })
      for (const { voyage, before, outcome } of planned) {
        if (!before) await addIn(deps, tx, author, voyage)
        else if (outcome === 'changed') {
          const locked = await voyages.lock(tx, before.id)
          await changeIn(deps, tx, author, locked, { ...locked, ...voyage })
        }
      }
      return { rows, mistakes: [] }
    },
    IN_SCHEDULE,
  )

const outcomeOf = (before: Voyage, details: VoyageDetails): 'same' | 'changed' =>
  (Object.keys(details) as (keyof VoyageDetails)[]).every((name) => before[name] === details[name]) ? 'same' : 'changed'

const fieldOf = ({ row, column }: CsvMistake): string => (row === 0 ? 'text' : `row ${row}, column ${column}`)
