// Creates the first admin through a one-time set-up link.

import type { Staff } from '../../domain/staff/staff.ts'
import { SETUP_LINK_VALID_MS } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/key-hash.ts'
import { firstStartAuthor } from '../demo/first-start.ts'
import type { Deps } from '../deps.ts'
import { checkNewStaff, insertStaff } from './create-staff.ts'
import { hashPassword, NONCE_BYTES } from './password-hash.ts'

export type SetupRequest = { token: string; email: string; name: string; password: string }

const putLink = async (deps: Deps, tx: Tx, author: Author): Promise<string> => {
  const token = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  await staffStore.putSetupLink(tx, author, keyHash(token), deps.clock() + SETUP_LINK_VALID_MS)
  return token
}

/** Replaces the previous link. It also creates another admin if all passwords are lost. */
export const makeSetupLink = (deps: Deps, author: Author): Promise<string> => deps.db.exclusively(author, (tx) => putLink(deps, tx, author))

/** Null if the store has staff or has ever had a link. Safe when several servers start at once. */
export const makeFirstSetupLink = (deps: Deps): Promise<string | null> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    const isFirst = !(await staffStore.hasAny(tx)) && !(await staffStore.hasSetupLink(tx))
    return isFirst ? putLink(deps, tx, firstStartAuthor(deps)) : null
  })

const invalidLink = () => invalidField('token', 'is not a valid set-up token: "waybill staff setup-link" makes a new one')

const ACTOR = 'setup-link'

/** The token is checked first: without it, nothing is revealed and nothing is hashed. */
export const setUpStaff = async (deps: Deps, requestId: string, request: SetupRequest): Promise<Staff> => {
  const hash = keyHash(request.token)
  if (!(await staffStore.isSetupLink(deps.db, hash, deps.clock()))) throw invalidLink()
  await checkNewStaff(deps, request)
  const passwordHash = await hashPassword(request.password, deps.random(NONCE_BYTES))
  return deps.db.exclusively(SYSTEM, async (tx) => {
    const author = { actor: ACTOR, requestId, at: deps.clock() }
    if (!(await staffStore.useSetupLink(tx, author, hash, deps.clock()))) throw invalidLink()
    return insertStaff(deps, tx, author, { ...request, role: 'admin' }, passwordHash)
  })
}
