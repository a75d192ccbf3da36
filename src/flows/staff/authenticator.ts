// Authenticator apps as a second factor, for every kind of account: set-up, check and removal. The caller must lock the account first.

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
import { makeSecret } from '../../domain/values/codes.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { SecondFactorTable } from '../../store/staff/second-factor-table.ts'
import { keyHash } from '../businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import type { AccountOwner } from './tell-account-change.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from './tell-account-change.ts'

const NO_FACTOR = { secret: null, confirmedAt: null, recoveryCodes: [], lastPeriod: null }
/** The name that authenticator apps show if the operator's name is not set. */
const ISSUER = 'Waybill'

export type TotpOffer = { secret: string; address: string }

/** Makes a new secret, but does not store it: `offer` stores it. `email`: the account name that the app shows. */
export const newTotp = async (deps: Deps, email: string): Promise<TotpOffer> => {
  const secret = totpSecret(Uint8Array.from(deps.random(TOTP_SECRET_BYTES)))
  const operator = await operatorStore.find(deps.db)
  return { secret, address: totpAddress(secret, operator?.name ?? ISSUER, email) }
}

type FactorInUse = SecondFactor & { secret: string }

/** Returns the second factor with this code marked as used, or null if the code is wrong or was used before. */
const spend = (factor: FactorInUse, plain: string, now: number): SecondFactor | null => {
  if (isTotpCode(plain)) {
    const lastPeriod = periodOf(factor, plain, now)
    return lastPeriod === null ? null : { ...factor, lastPeriod }
  }
  const left = factor.recoveryCodes.filter((hash) => hash !== keyHash(plain))
  return left.length === factor.recoveryCodes.length ? null : { ...factor, recoveryCodes: left }
}

export const createAuthenticator = (table: SecondFactorTable) => ({
  /** Stores a new secret, which is not in use until a code has confirmed it. */
  offer: async (deps: Deps, tx: Tx, author: Author, ownerId: string, secret: string): Promise<void> => {
    const factor = await table.ofOwner(tx, ownerId)
    if (isInUse(factor)) throw new Rejection('INVALID_TRANSITION', 'The account has a second factor: remove it first.')
    const blank = factor ?? { id: deps.newId('sfa'), ownerId, createdAt: deps.clock() }
    await table.save(tx, author, { ...blank, ...NO_FACTOR, secret })
  },

  /** Confirms the app with a code. Returns the recovery codes, of which only hashes are stored. */
  confirm: async (deps: Deps, tx: Tx, author: Author, owner: AccountOwner, code: string): Promise<string[]> => {
    const factor = await table.ofOwner(tx, owner.id)
    if (!factor?.secret || factor.confirmedAt !== null) throw new Rejection('INVALID_TRANSITION', 'Start setting up a second factor first.')
    const lastPeriod = periodOf({ secret: factor.secret, lastPeriod: null }, plainCode(code), deps.clock())
    if (lastPeriod === null) throw invalidField('second_factor_code', 'is not the code that the app shows now')
    const codes = Array.from({ length: RECOVERY_CODES }, () => makeSecret(deps.random(RECOVERY_CODE_BYTES)))
    await table.save(tx, author, { ...factor, confirmedAt: deps.clock(), recoveryCodes: codes.map(keyHash), lastPeriod })
    await tellAccountChange(deps, tx, owner, ACCOUNT_CHANGES.appAdded)
    return codes.map(shownRecoveryCode)
  },

  /**
   * Checks a code and marks it as used. Returns false if the account has a confirmed app and the code is missing, wrong or already used.
   */
  check: async (deps: Deps, tx: Tx, author: Author, owner: AccountOwner, code: string | undefined): Promise<boolean> => {
    const factor = await table.ofOwner(tx, owner.id)
    if (!isInUse(factor)) return true
    const spent = spend(factor, plainCode(code ?? ''), author.at)
    if (spent === null) return false
    await table.save(tx, author, spent)
    const left = spent.recoveryCodes.length
    if (left < factor.recoveryCodes.length) await tellAccountChange(deps, tx, owner, ACCOUNT_CHANGES.recoveryCodeUsed(left))
    return true
  },

  /** Removes the app. If the app is confirmed, a code is needed: returns false if the code is missing, wrong or already used. */
  remove: async (deps: Deps, tx: Tx, author: Author, owner: AccountOwner, code: string): Promise<boolean> => {
    const factor = await table.ofOwner(tx, owner.id)
    if (!factor?.secret) throw new Rejection('INVALID_TRANSITION', 'The account has no second factor.')
    if (isInUse(factor) && spend(factor, plainCode(code), author.at) === null) return false
    await table.save(tx, author, { ...factor, ...NO_FACTOR })
    await tellAccountChange(deps, tx, owner, ACCOUNT_CHANGES.appRemoved)
    return true
  },

  /** Removes the app without a code, for an owner who has lost the app. `change`: the sentence for the email to the owner. */
  reset: async (deps: Deps, tx: Tx, author: Author, owner: AccountOwner, change: string): Promise<void> => {
    const factor = await table.ofOwner(tx, owner.id)
    if (factor) await table.save(tx, author, { ...factor, ...NO_FACTOR })
    await tellAccountChange(deps, tx, owner, change)
  },
})

export const wrongCodeToRemove = (): Rejection =>
  invalidField('second_factor_code', 'must be a current code of the app, or a recovery code, that was not used before')

/** The error for a missing, wrong or already used code. */
export const factorRefused = (code: string | undefined): Rejection => {
  const plain = plainCode(code ?? '')
  return new Rejection(
    'SECOND_FACTOR_REQUIRED',
    plain === ''
      ? 'This account has a second factor: send a code of its authenticator app, or a recovery code, as `second_factor_code`.'
      : `The ${isTotpCode(plain) ? 'code' : 'recovery code'} is wrong or was used before.`,
  )
}
