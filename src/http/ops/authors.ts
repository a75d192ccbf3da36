// Who did it, in words that staff understand: a colleague, a business by its key, a carrier, a worker of ours.

import type { Deps } from '../../flows/deps.ts'
import { namesOf } from '../../store/packages/timelines.ts'
import { Enum } from '../schemas/fields.ts'
import * as Type from '../schemas/type.ts'

const AUTHOR_KINDS = ['staff', 'business', 'carrier', 'worker', 'command_line'] as const

export const AuthorAnswer = Type.Object({
  kind: Enum(AUTHOR_KINDS),
  id: Type.String({ description: 'Token of the account or key, else the name of the program' }),
  name: Type.String(),
})

type WireAuthor = { kind: (typeof AUTHOR_KINDS)[number]; id: string; name: string }

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

export const AUTHOR_EXAMPLE = { kind: 'staff' as const, id: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w', name: 'First Admin' }
