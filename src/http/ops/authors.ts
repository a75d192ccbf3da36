// Names the author of a change: staff, a business's key, a carrier or a worker.

import type { Deps } from '../../flows/deps.ts'
import { namesOf } from '../../store/packages/timelines.ts'
import type { WireAuthor } from './staff/schemas.ts'

const WORKERS: ReadonlySet<string> = new Set(['storage-reminders'])
const COMMAND_LINE = 'command-line'

const presentAuthor = (actor: string, known: string | undefined): WireAuthor => {
  if (actor.startsWith('stf_')) return { kind: 'staff', id: actor, name: known ?? 'a former member of staff' }
  if (actor.startsWith('key_')) return { kind: 'business', id: actor, name: `business (key begins ${known ?? 'unknown'})` }
  if (actor === COMMAND_LINE) return { kind: 'command_line', id: actor, name: 'the command line' }
  return { kind: WORKERS.has(actor) ? 'worker' : 'carrier', id: actor, name: actor }
}

/** Looks all of them up at once. */
export const authorsOf = async (deps: Deps, actors: readonly string[]): Promise<(actor: string) => WireAuthor> => {
  const names = await namesOf(deps.db, actors)
  return (actor) => presentAuthor(actor, names.get(actor))
}
