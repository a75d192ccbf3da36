// /ops/v1/second_factor: the caller's authenticator app. /ops/v1/staff/{id}/second_factor: admins view and reset the second factor of an account.

import type { FastifyInstance } from 'fastify'
import { isInUse } from '../../domain/staff/second-factor.ts'
import type { Deps } from '../../flows/deps.ts'
import { beginTotp, confirmTotp, removeTotp, resetSecondFactor } from '../../flows/staff/second-factor.ts'
import { qrSvg } from '../../labels/render.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as passkeys from '../../store/staff/passkeys.ts'
import { staffFactors } from '../../store/staff/second-factors.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { idParams } from '../values/fields.ts'
import { ADMINS_IN_PERSON, opsRoute, STAFF_IN_PERSON } from './access.ts'
import { authorOf } from './auth.ts'
import { PASSKEY_EXAMPLE, presentPasskey } from './ops-present.ts'
import {
  ChangedAnswer,
  CodeBody,
  CurrentPasswordBody,
  RecoveryCodesAnswer,
  RemoveTotpBody,
  SecondFactorAnswer,
  TotpAnswer,
} from './ops-schemas.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const StaffParams = idParams('stf', 'Staff token')
const EXAMPLE = { totp: true, recovery_codes_left: 10, passkeys: [PASSKEY_EXAMPLE] }
const TOTP_EXAMPLE = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Waybill:admin%40example.com?issuer=Waybill&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
}

const load = async (deps: Deps, staffId: string) => {
  const factor = await staffFactors.ofOwner(deps.db, staffId)
  return {
    totp: isInUse(factor),
    recovery_codes_left: factor?.recoveryCodes.length ?? 0,
    passkeys: (await passkeys.ofStaff(deps.db, staffId)).map(presentPasskey),
  }
}

export const secondFactorRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  opsRoute(app, 'GET', '/ops/v1/second_factor', STAFF_IN_PERSON, {
    id: 'getSecondFactor',
    summary: 'Your second factor and passkeys',
    description: 'Whether an authenticator app is asked for at sign-in, how many recovery codes are left, and your passkeys.',
    answers: { 200: goodAnswer('Your second factor', SecondFactorAnswer, EXAMPLE) },
    handler: async ({ staff: { staff } }) => load(deps, staff.id),
  })

  opsRoute(app, 'POST', '/ops/v1/second_factor/totp', STAFF_IN_PERSON, {
    id: 'beginTotp',
    summary: 'Begin to set up an authenticator app',
    description: 'Answers a secret for the app (RFC 6238: SHA-1, 6 digits, 30 s). It is not asked for until a code of it was confirmed.',
    body: CurrentPasswordBody,
    answers: { 201: goodAnswer('The secret, shown this once', TotpAnswer, TOTP_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { staff } = request.staff
      limit.attempt(request, reply, staff.email)
      const { secret, address } = await beginTotp(deps, authorOf(deps, request), staff, request.body.current_password)
      return reply.code(201).send({ secret, address, qr_svg: await qrSvg(address) })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/second_factor/totp/confirm', STAFF_IN_PERSON, {
    id: 'confirmTotp',
    summary: 'Confirm an authenticator app',
    description:
      'With the code that the app shows. From now on sign-ins need one. Each recovery code works once in its place. The session that asks goes on; all your others end.',
    body: CodeBody,
    answers: {
      200: goodAnswer('The recovery codes, shown this once', RecoveryCodesAnswer, { recovery_codes: ['7t2cq1v9-m3k8s5r0'] }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { staff, session } = request.staff
      limit.attempt(request, reply, staff.email)
      const codes = await confirmTotp(deps, authorOf(deps, request), staff, session!.id, request.body.second_factor_code)
      return { recovery_codes: codes }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/second_factor/totp/remove', STAFF_IN_PERSON, {
    id: 'removeTotp',
    summary: 'Remove your authenticator app',
    description:
      'With a code of it, or a recovery code. Its recovery codes go with it; the password alone opens the account again. Wrong codes count like those of sign-ins.',
    body: RemoveTotpBody,
    answers: { 200: goodAnswer('It is removed', ChangedAnswer, { changed: true }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { staff } = request.staff
      limit.attempt(request, reply, staff.email)
      const { current_password: password, second_factor_code: code = '' } = request.body
      const beforeCode = () => limit.tryFactor(request, reply, staff.email)
      await removeTotp(deps, authorOf(deps, request), staff, { password, code, beforeCode })
      if (code) limit.rightFactor(staff.email)
      return { changed: true }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/staff/:id/second_factor', ADMINS_IN_PERSON, {
    id: 'getStaffSecondFactor',
    summary: 'The second factor and passkeys of an account',
    description: 'Never the secret.',
    params: StaffParams,
    answers: { 200: goodAnswer('Its second factor', SecondFactorAnswer, EXAMPLE) },
    handler: async ({ params }) => load(deps, (await staffStore.load(deps.db, params.id)).id),
  })

  opsRoute(app, 'DELETE', '/ops/v1/staff/:id/second_factor', ADMINS_IN_PERSON, {
    id: 'resetStaffSecondFactor',
    summary: 'Reset the second factor of an account',
    description:
      'For a colleague who has lost phone and recovery codes: authenticator app and passkeys are removed and all sessions end. The password alone opens the account again. Not for your own account.',
    params: StaffParams,
    answers: { 200: goodAnswer('It is reset', ChangedAnswer, { changed: true }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      await resetSecondFactor(deps, authorOf(deps, request), request.params.id)
      return { changed: true }
    },
  })
}
