// Sets the rules on money: who may see amounts, and from which amount a refund, credit or write-off needs approval by someone other than the requester.

import type { MoneyRules } from '../../domain/operator/money-rules.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import type { Deps } from '../deps.ts'

export const setMoneyRules = (deps: Deps, author: Author, rules: MoneyRules): Promise<MoneyRules> =>
  deps.db.exclusively(author, async (tx) => {
    await moneyRules.save(tx, author, rules, deps.clock())
    return moneyRules.find(tx)
  })
