// Returns the author of a change as JSON: staff, a business (API key or person), a carrier, a worker or the command line.

import type { WireAuthor } from './ops-schemas.ts'

const WORKERS: ReadonlySet<string> = new Set(['storage-reminders'])
const COMMAND_LINE = 'command-line'

const presentAuthor = (actor: string, known: string | undefined): WireAuthor => {
  if (actor.startsWith('stf_')) return { kind: 'staff', id: actor, name: known ?? 'a former member of staff' }
  if (actor.startsWith('key_')) return { kind: 'business', id: actor, name: `business (key begins ${known ?? 'unknown'})` }
  if (actor.startsWith('usr_')) return { kind: 'business', id: actor, name: known ?? 'a person of the business' }
  if (actor === COMMAND_LINE) return { kind: 'command_line', id: actor, name: 'the command line' }
  return { kind: WORKERS.has(actor) ? 'worker' : 'carrier', id: actor, name: actor }
}

export type NameAuthor = (actor: string) => WireAuthor

/** `names` maps the id of a person to the person's name, and the id of an API key to the visible prefix of the key. */
export const authorNamer =
  (names: ReadonlyMap<string, string>): NameAuthor =>
  (actor) =>
    presentAuthor(actor, names.get(actor))
