// Formats differences with a sign.

import { formatMoney } from '../../../format.ts'

const isRise = (text: string): boolean => !text.startsWith('-') && Number(text) !== 0

export const signedMoney = (amount: string | null, currency: string): string =>
  amount === null ? '' : `${isRise(amount) ? '+' : ''}${formatMoney(amount, currency)}`

export const signedPercent = (percent: string | null): string => (percent === null ? '' : `${isRise(percent) ? '+' : ''}${percent} %`)
