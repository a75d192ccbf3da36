// What is declared to customs about a parcel that crosses a border. EasyPost sells no such label without it, and a quote states no value.
import { Decimal } from 'decimal.js'
import type { RateRequest } from '../carrier.ts'
import { kgToOz } from './units.ts'

// The operator's own word: what goods are worth, and who answers for saying so. Without it nothing is declared.
export type Customs = { usdPerKg: string; signer: string }

export const REHEARSED_CUSTOMS: Customs = { usdPerKg: '1', signer: 'Rehearsal' }

const USD_PER_KG = /^\d{1,6}(\.\d{1,4})?$/
const DESCRIPTION = 'General merchandise'
const DESCRIPTION_MAX_CHARS = 255
// The exemption that United States law grants exports up to this value; other origins have no such form.
const EEL_EXEMPTION = 'NOEEI 30.37(a)'
const EEL_EXEMPTION_MAX_USD = 2500

// null where neither is set: half of a declaration is a mistake.
export const customsOf = (usdPerKg: string | undefined, signer: string | undefined): Customs | null => {
  if (usdPerKg === undefined && signer === undefined) return null
  if (usdPerKg === undefined || signer === undefined)
    throw new Error('EASYPOST_CUSTOMS_USD_PER_KG and EASYPOST_CUSTOMS_SIGNER go together: a value, and who signs for it')
  if (!USD_PER_KG.test(usdPerKg) || new Decimal(usdPerKg).isZero())
    throw new Error(`EASYPOST_CUSTOMS_USD_PER_KG must be an amount above 0 such as 25 or 12.50, not "${usdPerKg}"`)
  return { usdPerKg, signer }
}

export const crossesBorder = ({ from, to }: RateRequest): boolean => from.country !== to.country

export const customsInfo = ({ from, parcel }: RateRequest, { usdPerKg, signer }: Customs) => {
  // Rounded up to the cent: customs forms refuse a value of zero.
  const valueUsd = new Decimal(usdPerKg).mul(parcel.weightKg).toDecimalPlaces(2, Decimal.ROUND_UP)
  const isExempt = from.country === 'US' && valueUsd.lte(EEL_EXEMPTION_MAX_USD)
  return {
    ...(isExempt ? { eel_pfc: EEL_EXEMPTION } : {}),
    customs_certify: true,
    customs_signer: signer,
    contents_type: 'merchandise',
    contents_explanation: '',
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_items: [
      {
        description: (parcel.description || DESCRIPTION).slice(0, DESCRIPTION_MAX_CHARS),
        quantity: 1,
        weight: kgToOz(parcel.weightKg), // line totals, both
        value: valueUsd.toNumber(),
        origin_country: from.country,
      },
    ],
  }
}
