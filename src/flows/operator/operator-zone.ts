// The operator's time zone. Dates on documents and the dates of closed books are in this time zone.

import { operatorZone } from '../../domain/operator/operator.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operators from '../../store/operator/operator.ts'

/** The operator's time zone, or the zone of the first business until the operator has set one. */
export const readOperatorZone = async (db: Query): Promise<string> => {
  const operator = await operators.find(db)
  return operatorZone(operator, operator ? null : await businesses.firstZone(db))
}
