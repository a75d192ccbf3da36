// The server's preview of a receipt, and warnings about unlikely values.

import { api, RECEIPTS } from '../../api.ts'
import { formatMoney } from '../../format.ts'
import { trackConnection } from '../../queue/connection.ts'
import { t } from '../../strings.ts'
import type { Preview, PriceChange } from '../../wire.ts'
import type { Fields } from './fields.ts'
import { measuredOf } from './fields.ts'
import type { Target } from './target.ts'
import { isUnbooked } from './target.ts'

const FAR_OFF_TIMES = 3
/** From this factor on the server itself asks for confirmation. */
const SERVER_ASKS_TIMES = 100
const PRICE_MOVES_BY = 0.5

/** `body`: the request as JSON. Confirmed, because the questions are asked on saving. */
export const previewOf = (code: string, body: string) => ({
  queryKey: ['preview', code, body],
  retry: false,
  queryFn: () => trackConnection(api.send<Preview>('POST', `${RECEIPTS}/preview`, { ...JSON.parse(body), confirm: true })),
})

const weightWarnings = ({ weight, pieces }: Record<string, unknown>, target: Target): string[] => {
  if (target.kind !== 'package' || typeof weight !== 'number') return []
  const { declared_weight: all, quantity } = target.parcel
  if (!all) return []
  const declared = all * (typeof pieces === 'number' ? Math.min(1, pieces / quantity) : 1)
  const times = Math.max(weight / declared, declared / weight)
  const isFarOff = times >= FAR_OFF_TIMES && times < SERVER_ASKS_TIMES
  return isFarOff ? [t('receive.farOff', { weight, declared: Number(declared.toFixed(3)) })] : []
}

/** Storage is charged by area: a parcel without a size would be stored for free. */
const sizeWarnings = ({ length, volume }: Record<string, unknown>, target: Target): string[] => {
  if (length !== undefined || volume !== undefined) return []
  const isKnown = target.kind === 'package' && (target.parcel.length !== undefined || target.parcel.volume !== undefined)
  const isAsked = isUnbooked(target) || (target.kind === 'package' && !target.parcel.carrier_tracked)
  return isAsked && !isKnown ? [t('receive.noSize')] : []
}

export const warningsFor = (target: Target, fields: Fields): string[] => {
  const measured = measuredOf(fields)
  return [
    ...(fields.weight.trim() === '' && target.kind !== 'unidentified' ? [t('receive.noWeight')] : []),
    ...weightWarnings(measured, target),
    ...sizeWarnings(measured, target),
  ]
}

export const priceWarnings = (price: PriceChange | null): string[] => {
  if (price === null || Number(price.before) === 0) return []
  const [before, after] = [Number(price.before), Number(price.after)]
  if (Math.abs(after - before) <= before * PRICE_MOVES_BY) return []
  const { currency } = price
  return [t('receive.priceMoves', { before: formatMoney(price.before, currency), after: formatMoney(price.after, currency) })]
}
