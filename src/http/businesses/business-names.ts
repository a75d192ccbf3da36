// Looks up the id, name and prefix of a record's business, for /ops/v1 lists that cover all businesses.

import type { Scope } from '../../domain/values/scope.ts'
import type { Deps } from '../../flows/deps.ts'
import * as businesses from '../../store/businesses/businesses.ts'

export type BusinessOf = (scope: Pick<Scope, 'businessId'>) => { business_id: string; business_name: string; business_prefix: string }

/** Reads all businesses once. The returned function then looks up the business of each record in a list. */
export const readBusinessNames = async ({ db }: Deps): Promise<BusinessOf> => {
  const known = new Map((await businesses.list(db)).map((business) => [business.id, business]))
  return ({ businessId }) => {
    const { name, prefix } = known.get(businessId)!
    return { business_id: businessId, business_name: name, business_prefix: prefix }
  }
}
