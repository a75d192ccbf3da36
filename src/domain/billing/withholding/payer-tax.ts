// Tax details of a payer: tax number, address for electronic invoices, and the rates of the tax that the payer withholds.

import { Problems } from '../../values/errors.ts'
import { decimal, quantityText } from '../../values/money.ts'
import type { ServiceKind } from '../charge-kind.ts'

/** Percent of the net amount, for each kind of charge. Empty if the payer withholds nothing. */
export type WithholdingRates = Partial<Record<ServiceKind, string>>

/** The address at which a payer receives electronic invoices. `scheme` is a code from the EAS list (Electronic Address Scheme). */
export type ElectronicAddress = { scheme: string; id: string }

export type PayerTax = {
  id: string
  version: number
  payerId: string | null
  taxNumber: string | null
  endpoint: ElectronicAddress | null
  withholding: WithholdingRates
  createdAt: number
}

export type TypedPayerTax = {
  taxNumber: string | null
  endpoint: ElectronicAddress | null
  withholding: readonly { kind: ServiceKind; percent: string }[]
}

const TAX_NUMBER_CHARACTERS_MAX = 40
const PERCENT = /^(?:0|[1-9]\d?)(?:\.\d{1,2})?$/
const SCHEME = /^(?:\d{4}|[A-Z]{2})$/

const readRates = (typed: TypedPayerTax['withholding'], problems: Problems): WithholdingRates => {
  const rates: WithholdingRates = {}
  for (const [index, { kind, percent }] of typed.entries()) {
    if (rates[kind] !== undefined) problems.add(`withholding[${index}].kind`, 'is listed twice')
    if (!PERCENT.test(percent.trim()) || decimal(percent.trim()).isZero())
      problems.add(`withholding[${index}].percent`, 'must be above 0 and below 100, with up to two decimals, such as 5')
    else rates[kind] = quantityText(decimal(percent.trim()))
  }
  return rates
}

export const readPayerTax = ({
  taxNumber,
  endpoint,
  withholding,
}: TypedPayerTax): Pick<PayerTax, 'taxNumber' | 'endpoint' | 'withholding'> => {
  const problems = new Problems()
  const number = taxNumber?.trim() || null
  if (number !== null && number.length > TAX_NUMBER_CHARACTERS_MAX)
    problems.add('tax_number', `must have at most ${TAX_NUMBER_CHARACTERS_MAX} characters`)
  if (endpoint && !SCHEME.test(endpoint.scheme))
    problems.add('electronic_address.scheme', 'must be a code of the list EAS, such as 0088 or EM')
  if (endpoint && endpoint.id.trim() === '') problems.add('electronic_address.id', 'is required')
  const rates = readRates(withholding, problems)
  problems.throwIfAny()
  return { taxNumber: number, endpoint: endpoint && { scheme: endpoint.scheme, id: endpoint.id.trim() }, withholding: rates }
}

export const withholds = ({ withholding }: Pick<PayerTax, 'withholding'>): boolean => Object.keys(withholding).length > 0
