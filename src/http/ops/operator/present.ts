// Converts the operator's record to the JSON of /ops/v1 and of the command line.

import type { Operator } from '../../../domain/operator/operator.ts'
import { operatorZone } from '../../../domain/operator/operator.ts'
import { logoPath } from '../../public/operator-logo.ts'
import { omitNulls } from '../../wire-format.ts'

export const presentOperator = (operator: Operator | null) => {
  const { street, city, state, postalCode: postal_code, country } = operator?.address ?? {}
  const bank = operator?.bank
  return {
    name: operator?.name ?? null,
    address: omitNulls({ street, city, state, postal_code, country }),
    time_zone: operatorZone(operator),
    email: operator?.email ?? null,
    phone: operator?.phone ?? null,
    website: operator?.website ?? null,
    tax_number: operator?.taxNumber ?? null,
    bank: bank
      ? { bank_name: bank.bankName, account_name: bank.accountName, account_number: bank.accountNumber, bank_code: bank.bankCode }
      : null,
    logo_url: operator?.logoSha256 ? logoPath(operator.logoSha256) : null,
  }
}
