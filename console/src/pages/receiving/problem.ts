// Problems that keep a receipt from being saved: wrong fields, values to confirm, and conflicts.

import { ApiError, api, isQuestion, isSiteRefusal, questionsOf } from '../../api.ts'
import { errorText } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import type { OpsPackage } from '../../wire.ts'
import { expectedPieces } from './target.ts'

export type Problem =
  | { kind: 'fields'; errors: Record<string, string> }
  /** The values are unlikely, but the user can confirm them. `isForServer`: whether the confirmation must also be sent to the server. */
  | { kind: 'confirm'; messages: string[]; isForServer: boolean }
  /** The parcel cannot be received, for example because it was cancelled. Changing the values in the form does not help. */
  | { kind: 'conflict'; message: string }

const CONFLICTS = ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE']

export const problemFromError = (error: ApiError): Problem => {
  const { code, details } = error
  if (isQuestion(error)) return { kind: 'confirm', messages: questionsOf(error), isForServer: true }
  // The form has no field for the site, so a refused site is shown as a conflict.
  if (details.length === 0 || CONFLICTS.includes(code) || isSiteRefusal(error)) return { kind: 'conflict', message: errorText(error) }
  return { kind: 'fields', errors: Object.fromEntries(details.map(({ field, message }) => [field, message])) }
}

/** Adds the server's questions to the console's warnings, so that the user confirms all of them at once. */
export const confirmationProblem = async (warnings: readonly string[], path: string, body: object): Promise<Problem> => {
  const asked = await api.send('POST', `${path}/preview`, body).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? problemFromError(error) : null),
  )
  if (asked === null) return { kind: 'confirm', messages: [...warnings], isForServer: false }
  return asked.kind === 'confirm' ? { ...asked, messages: [...asked.messages, ...warnings] } : asked
}

/** Returns a problem if the status of the parcel does not allow a receipt, or if all of its pieces have arrived. */
export const stateProblem = (parcel: OpsPackage, { formatMoment }: Times): Problem | null => {
  const { parcel_number: number, status, warehouse_arrived_at: at } = parcel
  if (status === 'cancelled') return { kind: 'conflict', message: t('receive.isCancelled', { number }) }
  if (status === 'transit' || status === 'delivered') return { kind: 'conflict', message: t('receive.isGone', { number }) }
  if (expectedPieces(parcel) > 0) return null
  return { kind: 'conflict', message: t('receive.alreadyIn', { number, at: at === null ? '' : formatMoment(at) }) }
}
