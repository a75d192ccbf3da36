// The portal does not reveal whether it knows an email address: answers, limits and the SQL statements run before an answer are the same.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CODE_TRIES_MAX } from '../../../src/domain/members/sign-in-code.ts'
import { invite, personEmail, withMail } from '../../support/calls/member-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { countingStatements } from '../../support/engine/told-statements.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('an email address that is tried at the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof withMail>
    let onAnswer = (): void => {}
    before(async () => {
      waybill = await startWaybill(engine, {
        trustedProxies: ['127.0.0.1'],
        watch: (app) => {
          app.addHook('onSend', async () => onAnswer())
        },
      })
      waybill.time.freeze()
      tenant = await waybill.newTenant()
      mail = withMail(waybill)
    })
    after(() => waybill.close())

    const from = (network: number) => ({ 'x-forwarded-for': `198.18.${network >> 8}.${network & 255}` })
    const guess = (email: string, code: string, network: number): Promise<Answer> =>
      waybill.call('POST', '/portal/v1/session', { email, code }, { headers: from(network) })

    it('answers guesses for an unknown address in the same way', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const told = async (email: string): Promise<unknown[]> => {
        const answers: unknown[] = []
        for (let tries = 0; tries < CODE_TRIES_MAX + 2; tries++) {
          const { status, json, headers } = await guess(email, '00000000', tries)
          answers.push([status, json.error.replace(/\d+ seconds/, 'some seconds'), headers.has('retry-after')])
        }
        return answers
      }
      assert.deepEqual(await told(personEmail()), await told(user.email))
    })

    it('takes the same statements before the answer, whether or not somebody has the address', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const statementsOf = async (path: string, body: object): Promise<unknown[]> => {
        const { db } = waybill.deps
        const counted = countingStatements(db)
        let before: string[] = []
        waybill.deps.db = counted.db
        onAnswer = () => {
          before = [...counted.texts]
        }
        const { status } = await waybill.call('POST', `/portal/v1${path}`, body)
        waybill.deps.db = db
        onAnswer = () => {}
        assert.ok(before.length > 1)
        return [status, before]
      }
      const unknown = personEmail()
      assert.deepEqual(
        await statementsOf('/sign_in_codes', { email: unknown }),
        await statementsOf('/sign_in_codes', { email: user.email }),
      )
      // Waits until the code is sent. Otherwise the statements that run after the answer would be counted with the next request.
      await mail.codeTo(user.email)
      const wrong = (email: string) => ({ email, code: '00000000' })
      assert.deepEqual(await statementsOf('/session', wrong(unknown)), await statementsOf('/session', wrong(user.email)))
    })

    it('limits requests for codes in the same way, whether or not somebody has the address', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const answersOf = async (email: string, network: number): Promise<unknown[]> => {
        const answers: unknown[] = []
        for (let asked = 0; asked < 12; asked++) {
          const { status, json, headers } = await waybill.call('POST', '/portal/v1/sign_in_codes', { email }, { headers: from(network) })
          answers.push([
            status,
            json.sent,
            json.error,
            ...['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name)),
          ])
        }
        return answers
      }
      const known = await answersOf(user.email, 1001)
      assert.deepEqual([...new Set(known.map((answer) => (answer as unknown[])[0]))], [202, 429])
      assert.deepEqual(await answersOf(personEmail(), 1002), known)
    })
  })
})
