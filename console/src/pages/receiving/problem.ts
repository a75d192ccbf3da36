// Problems that prevent a receipt.

import { ApiError, api, RECEIPTS } from '../../api.ts'
import { errorText } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import type { OpsPackage } from '../../wire.ts'
import { expectedPieces } from './target.ts'

export type Problem =
  | { kind: 'fields'; errors: Record<string, string> }
  /** Unlikely but possible. `isForServer`: the server asks for confirmation too. */
  | { kind: 'confirm'; messages: string[]; isForServer: boolean }
  /** The state of the parcel does not allow a receipt. */
  | { kind: 'conflict'; message: string }

const CONFLICTS = ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE']

export const withoutConfirmHint = (message: string): string => message.split(': send confirm', 1)[0]!

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Whether the request would pass with `confirm`. */
const isConfirmable = async (path: string, body: object): Promise<boolean> => {
  if (path !== RECEIPTS) return false
  try {
    await api.send('POST', `${RECEIPTS}/preview`, { ...body, confirm: true })
    return true
  } catch {
    return false
  }
}

export const problemFromError = async (error: ApiError, path: string, body: object): Promise<Problem> => {
  const { code, details } = error
  if (CONFLICTS.includes(code)) return { kind: 'conflict', message: errorText(error) }
  if (details.length > 0 && (await isConfirmable(path, body)))
    return {
      kind: 'confirm',
      messages: details.map(({ field, message }) => sentence(`${field} ${withoutConfirmHint(message)}`)),
      isForServer: true,
    }
  if (details.length > 0) return { kind: 'fields', errors: Object.fromEntries(details.map(({ field, message }) => [field, message])) }
  return { kind: 'conflict', message: errorText(error) }
}

/** Combines the console's warnings with what the server asks to confirm. */
export const confirmationProblem = async (warnings: readonly string[], path: string, body: object): Promise<Problem> => {
  const asked = await api.send('POST', `${path}/preview`, body).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? problemFromError(error, path, body) : null),
  )
  if (asked === null) return { kind: 'confirm', messages: [...warnings], isForServer: false }
  return asked.kind === 'confirm' ? { ...asked, messages: [...asked.messages, ...warnings] } : asked
}

/** The parcel cannot be received, or all of its pieces have arrived. */
export const stateProblem = (parcel: OpsPackage, { formatMoment }: Times): Problem | null => {
  const { parcel_number: number, status, warehouse_arrived_at: at } = parcel
  if (status === 'cancelled') return { kind: 'conflict', message: t('receive.isCancelled', { number }) }
  if (status === 'transit' || status === 'delivered') return { kind: 'conflict', message: t('receive.isGone', { number }) }
  if (expectedPieces(parcel) > 0) return null
  return { kind: 'conflict', message: t('receive.alreadyIn', { number, at: at === null ? '' : formatMoment(at) }) }
}
