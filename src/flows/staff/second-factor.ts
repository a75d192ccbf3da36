// Sets up, checks, removes and resets the second factor of a staff account.

import type { SecondFactor } from '../../domain/staff/second-factor.ts'
import {
  isInUse,
  isTotpCode,
  periodOf,
  plainCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  shownRecoveryCode,
  TOTP_SECRET_BYTES,
  totpAddress,
  totpSecret,
} from '../../domain/staff/second-factor.ts'
import type { Staff } from '../../domain/staff/staff.ts'
import { makeSecret } from '../../domain/values/codes.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as passkeys from '../../store/staff/passkeys.ts'
import * as secondFactors from '../../store/staff/second-factors.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import { verifyPassword } from './password-hash.ts'

const NO_FACTOR = { secret: null, confirmedAt: null, recoveryCodes: [], lastPeriod: null }
/** The name that authenticator apps show. */
const ISSUER = 'Waybill'

/** Asks for the password again. Otherwise anybody at an open browser could lock out its owner. */
export const requirePassword = async (staff: Staff, password: string): Promise<void> => {
  if (!(await verifyPassword(password, staff.passwordHash))) throw invalidField('current_password', 'is not the password of this account')
}

/** Changes the second factor under a lock of the account. Refuses if the account has changed since it was read. */
const changeFactor = <T>(
  deps: Deps,
  author: Author,
  staff: Staff,
  change: (tx: Tx, factor: SecondFactor | null) => Promise<T>,
): Promise<T> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, author, staff))) throw new Rejection('UNAUTHORIZED', 'The account has changed: sign in again.')
    return change(tx, await secondFactors.ofStaff(tx, staff.id))
  })

export type TotpOffer = { secret: string; address: string }

/** Makes a new secret, which is not in use until a code has confirmed it. */
export const beginTotp = async (deps: Deps, author: Author, staff: Staff, password: string): Promise<TotpOffer> => {
  await requirePassword(staff, password)
  const secret = totpSecret(Uint8Array.from(deps.random(TOTP_SECRET_BYTES)))
  const operator = await operatorStore.find(deps.db)
  await changeFactor(deps, author, staff, async (tx, factor) => {
    if (isInUse(factor)) throw new Rejection('INVALID_TRANSITION', 'The account has a second factor: remove it first.')
    const blank = factor ?? { id: deps.newId('sfa'), staffId: staff.id, createdAt: deps.clock() }
    await secondFactors.save(tx, author, { ...blank, ...NO_FACTOR, secret })
  })
  return { secret, address: totpAddress(secret, operator?.name ?? ISSUER, staff.email) }
}

/**
 * Confirms the app with a code. Returns the recovery codes, of which only hashes are stored. Ends all other sessions of the account,
 * because they had no second factor.
 */
export const confirmTotp = (deps: Deps, author: Author, staff: Staff, sessionId: string, code: string): Promise<string[]> =>
  changeFactor(deps, author, staff, async (tx, factor) => {
    if (!factor?.secret || factor.confirmedAt !== null) throw new Rejection('INVALID_TRANSITION', 'Start setting up a second factor first.')
    const lastPeriod = periodOf({ secret: factor.secret, lastPeriod: null }, plainCode(code), deps.clock())
    if (lastPeriod === null) throw invalidField('second_factor_code', 'is not the code that the app shows now')
    const codes = Array.from({ length: RECOVERY_CODES }, () => makeSecret(deps.random(RECOVERY_CODE_BYTES)))
    await secondFactors.save(tx, author, { ...factor, confirmedAt: deps.clock(), recoveryCodes: codes.map(keyHash), lastPeriod })
    await sessions.endAll(tx, staff.id, sessionId)
    await queueStaffMessage(deps, tx, 'second_factor_changed', staff, { change: 'A second factor was added to your account.' })
    return codes.map(shownRecoveryCode)
  })

export type Removal = {
  password: string
  code: string
  /** Called when the password is right and before the code is checked. Throws if too many codes were tried. */
  beforeCode(): void
}

export const removeTotp = async (deps: Deps, author: Author, staff: Staff, { password, code, beforeCode }: Removal): Promise<void> => {
  await requirePassword(staff, password)
  const plain = plainCode(code)
  if (plain !== '') beforeCode()
  await changeFactor(deps, author, staff, async (tx, factor) => {
    if (!factor?.secret) throw new Rejection('INVALID_TRANSITION', 'The account has no second factor.')
    if (isInUse(factor) && spend(factor, plain, deps.clock()) === null)
      throw invalidField('second_factor_code', 'must be a current code of the app, or a recovery code, that was not used before')
    await secondFactors.save(tx, author, { ...factor, ...NO_FACTOR })
    await queueStaffMessage(deps, tx, 'second_factor_changed', staff, { change: 'The second factor of your account was removed.' })
  })
}

/** Removes the factor of a colleague who has lost phone and recovery codes. Also ends sessions and revokes passkeys. */
export const resetSecondFactor = (deps: Deps, author: Author, staffId: string): Promise<void> =>
  deps.db.exclusively(author, async (tx) => {
    if (staffId === author.actor)
      throw new Rejection('INVALID_TRANSITION', 'Remove your own second factor with a code of it; another admin can reset it.')
    const staff = await staffStore.lock(tx, staffId)
    const factor = await secondFactors.ofStaff(tx, staff.id)
    if (factor) await secondFactors.save(tx, author, { ...factor, ...NO_FACTOR })
    for (const { id } of await passkeys.ofStaff(tx, staff.id)) await passkeys.revoke(tx, author, staff.id, id, deps.clock())
    await sessions.endAll(tx, staff.id)
    await queueStaffMessage(deps, tx, 'second_factor_changed', staff, { change: 'An admin removed the second factor of your account.' })
  })

type FactorInUse = SecondFactor & { secret: string }

/** The factor after this code was used; each code works once. Null for a wrong or used code. */
const spend = (factor: FactorInUse, plain: string, now: number): SecondFactor | null => {
  if (isTotpCode(plain)) {
    const lastPeriod = periodOf(factor, plain, now)
    return lastPeriod === null ? null : { ...factor, lastPeriod }
  }
  const left = factor.recoveryCodes.filter((hash) => hash !== keyHash(plain))
  return left.length === factor.recoveryCodes.length ? null : { ...factor, recoveryCodes: left }
}

const refused = (message: string): Rejection => new Rejection('SECOND_FACTOR_REQUIRED', message)

/** Call inside a transaction that has locked the account. */
export const passSecondFactor = async (deps: Deps, tx: Tx, requestId: string, staff: Staff, code: string | undefined): Promise<void> => {
  const factor = await secondFactors.ofStaff(tx, staff.id)
  if (!isInUse(factor)) return
  const plain = plainCode(code ?? '')
  if (plain === '') throw refused('This account has a second factor: send a code of its authenticator app, or a recovery code, as `code`.')
  const author = { actor: staff.id, requestId, at: deps.clock() }
  const spent = spend(factor, plain, author.at)
  if (spent === null) throw refused(`The ${isTotpCode(plain) ? 'code' : 'recovery code'} is wrong or was used before.`)
  await secondFactors.save(tx, author, spent)
}
