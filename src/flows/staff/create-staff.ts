// Creates a staff account.

import type { Role, Staff } from '../../domain/staff/staff.ts'
import { checkEmail, checkName, checkPassword } from '../../domain/staff/staff.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, NONCE_BYTES } from './password-hash.ts'

/** The most frequent first. Loaded when somebody first chooses a password: the start of the server need not wait for it. */
export const loadFrequentPasswords = async (): Promise<readonly string[]> =>
  (await import('@zxcvbn-ts/language-common')).dictionary['passwords-common']

export type NewStaff = { email: string; name: string; role: Role; password: string }

export const emailTaken = () => invalidField('email', 'belongs to another account')

export const checkNewStaff = async (deps: Deps, request: Omit<NewStaff, 'role'>): Promise<void> => {
  const problems = new Problems()
  checkEmail(request.email, problems)
  checkName(request.name, problems)
  checkPassword(request.password, request.email, 'password', await loadFrequentPasswords(), problems)
  problems.throwIfAny()
  if (await staffStore.findByEmail(deps.db, request.email)) throw emailTaken()
}

/** Call inside `exclusively`, so that the email address cannot be taken meanwhile. */
export const insertStaff = async (deps: Deps, tx: Tx, author: Author, request: NewStaff, passwordHash: string): Promise<Staff> => {
  if (await staffStore.findByEmail(tx, request.email)) throw emailTaken()
  const staff: Staff = {
    id: deps.newId('stf'),
    email: request.email.trim(),
    name: request.name.trim(),
    role: request.role,
    passwordHash,
    createdAt: deps.clock(),
    deactivatedAt: null,
  }
  await staffStore.insert(tx, author, staff)
  return staff
}

export const createStaff = async (deps: Deps, author: Author, request: NewStaff): Promise<Staff> => {
  await checkNewStaff(deps, request)
  const passwordHash = await hashPassword(request.password, deps.random(NONCE_BYTES))
  return deps.db.exclusively(author, (tx) => insertStaff(deps, tx, author, request, passwordHash))
}
