// /portal/v1/second_factor: the person's own authenticator app.

import type { FastifyInstance } from 'fastify'
import { isInUse } from '../../domain/staff/second-factor.ts'
import type { Deps } from '../../flows/deps.ts'
import { beginUserTotp, confirmUserTotp, removeUserTotp } from '../../flows/members/second-factor.ts'
import { qrSvg } from '../../labels/render.ts'
import { userFactors } from '../../store/members/second-factors.ts'
import { ChangedAnswer, CodeBody, RecoveryCodesAnswer, TotpAnswer } from '../staff/ops-schemas.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { OwnFactorAnswer, RemoveFactorBody } from './portal-schemas.ts'

export const portalSecondFactorRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get('/portal/v1/second_factor', portalOperation({ answers: { 200: OwnFactorAnswer } }), async ({ person }) => {
    const factor = await userFactors.ofOwner(deps.db, person!.id)
    return { totp: isInUse(factor), recovery_codes_left: factor?.recoveryCodes.length ?? 0 }
  })

  app.post('/portal/v1/second_factor/totp', portalOperation({ answers: { 201: TotpAnswer } }), async (request, reply) => {
    const { secret, address } = await beginUserTotp(deps, personAuthor(deps, request), request.person!)
    return reply.code(201).send({ secret, address, qr_svg: await qrSvg(address) })
  })

  app.post(
    '/portal/v1/second_factor/totp/confirm',
    portalOperation({ body: CodeBody, answers: { 200: RecoveryCodesAnswer } }),
    async (request) => {
      const { second_factor_code: code } = request.body
      return { recovery_codes: await confirmUserTotp(deps, personAuthor(deps, request), request.person!, code) }
    },
  )

  app.post(
    '/portal/v1/second_factor/totp/remove',
    portalOperation({ body: RemoveFactorBody, answers: { 200: ChangedAnswer } }),
    async (request) => {
      await removeUserTotp(deps, personAuthor(deps, request), request.person!, request.body.second_factor_code ?? '')
      return { changed: true }
    },
  )
}
