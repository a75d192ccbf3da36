// /ops/v1/money_rules: whether the warehouse sees money, and from which amount a second person must approve.

import type { FastifyInstance } from 'fastify'
import type { MoneyRules } from '../../domain/operator/money-rules.ts'
import { koboText } from '../../domain/values/kobo.ts'
import type { Deps } from '../../flows/deps.ts'
import { setMoneyRules } from '../../flows/operator/set-money-rules.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import { ADMINS, MONEY, opsRoute } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { amountIn } from '../values/fields.ts'
import { MONEY_RULES_EXAMPLE, MoneyRulesAnswer, MoneyRulesBody } from './ops-schemas.ts'

const present = ({ warehouseSeesMoney, secondPersonFromKobo: from }: MoneyRules) => ({
  warehouse_sees_money: warehouseSeesMoney,
  second_person_from: from === null ? null : koboText(from),
})

export const moneyRuleRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/money_rules', MONEY, {
    id: 'getMoneyRules',
    summary: 'Retrieve the rules on money',
    description: 'Who sees money, and from which amount a second person must approve.',
    answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    handler: async () => present(await moneyRules.find(deps.db)),
  })

  opsRoute(app, 'PUT', '/ops/v1/money_rules', ADMINS, {
    id: 'setMoneyRules',
    summary: 'Set the rules on money',
    description: 'Replaces both rules; they hold from the next request on. An omitted amount is cleared.',
    body: MoneyRulesBody,
    answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    handler: async (request) => {
      const { warehouse_sees_money: warehouseSeesMoney, second_person_from: from = null } = request.body
      const secondPersonFromKobo = from === null ? null : amountIn('second_person_from', from)
      return present(await setMoneyRules(deps, authorOf(deps, request), { warehouseSeesMoney, secondPersonFromKobo }))
    },
  })
}
