// The operator's time zone, in which papers and closed days are dated.

import { operatorZone } from '../../domain/operator/operator.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operators from '../../store/operator/operator.ts'

/** The operator's time zone, or the zone of the first business until the operator has set one. */
export const readOperatorZone = async (db: Query): Promise<string> => {
  const operator = await operators.find(db)
  return operatorZone(operator, operator ? null : await businesses.firstZone(db))
}
