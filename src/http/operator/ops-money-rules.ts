// /ops/v1/money_rules: whether the warehouse sees money.

import type { FastifyInstance } from 'fastify'
import type { MoneyRules } from '../../domain/operator/money-rules.ts'
import type { Deps } from '../../flows/deps.ts'
import { setMoneyRules } from '../../flows/operator/set-money-rules.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import { ADMINS, MONEY, opsOperation } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { MONEY_RULES_EXAMPLE, MoneyRulesAnswer, MoneyRulesBody } from './ops-schemas.ts'

const present = ({ warehouseSeesMoney }: MoneyRules) => ({ warehouse_sees_money: warehouseSeesMoney })

export const moneyRuleRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/money_rules',
    opsOperation(MONEY, {
      id: 'getMoneyRules',
      summary: 'Retrieve the rules on money',
      description: 'Who sees money.',
      answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    }),
    async () => present(await moneyRules.find(deps.db)),
  )

  app.put(
    '/ops/v1/money_rules',
    opsOperation(ADMINS, {
      id: 'setMoneyRules',
      summary: 'Set the rules on money',
      description: 'They hold from the next request on.',
      body: MoneyRulesBody,
      answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    }),
    async (request) => {
      const { warehouse_sees_money: warehouseSeesMoney } = request.body
      return present(await setMoneyRules(deps, authorOf(deps, request), { warehouseSeesMoney }))
    },
  )
}
