// Sets the tax details of a payer: tax number, electronic address, and the rates at which the payer withholds tax.

import type { PayerTax, TypedPayerTax } from '../../../domain/billing/withholding/payer-tax.ts'
import { readPayerTax } from '../../../domain/billing/withholding/payer-tax.ts'
import * as payerTaxes from '../../../store/billing/tax/payer-tax.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'

export const setPayerTax = (deps: Deps, caller: Caller, payerId: string | null, typed: TypedPayerTax): Promise<PayerTax> =>
  deps.db.transaction(caller, async (tx) => {
    if (payerId !== null) await customers.load(tx, caller, payerId)
    const details = readPayerTax(typed)
    const before = await payerTaxes.find(tx, caller, payerId)
    if (before) return payerTaxes.save(tx, caller, before, { ...before, ...details })
    const made = { id: deps.newId('ptx'), version: 1, payerId, ...details, createdAt: deps.clock() }
    await payerTaxes.insert(tx, caller, made)
    return made
  })
