// An admin resets a second factor while the account signs in or adds a passkey. Nothing from before the reset gives access afterwards.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Rejection } from '../../../src/domain/values/errors.ts'
import { keyHash } from '../../../src/flows/businesses/api-keys.ts'
import { addPasskey, beginPasskey } from '../../../src/flows/staff/passkeys.ts'
import { beginTotp, confirmTotp, resetSecondFactor } from '../../../src/flows/staff/second-factor.ts'
import { openSession, signIn } from '../../../src/flows/staff/sign-in.ts'
import { siteOf } from '../../../src/flows/staff/webauthn.ts'
import type { Query } from '../../../src/platform/engine/db.ts'
import * as passkeys from '../../../src/store/staff/passkeys.ts'
import { staffFactors } from '../../../src/store/staff/second-factors.ts'
import * as sessions from '../../../src/store/staff/sessions.ts'
import { newAuthenticator, totpCode } from '../../support/calls/authenticator.ts'
import { newStaff } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PASSWORD = 'pallets before noon'
const MINUTE_MS = 60_000

forEachEngine((engine) => {
  // Skipped on SQLite, which runs writing transactions one after the other.
  describe('a second factor that is reset at the same moment', { skip: engine.name === 'sqlite' }, () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze()
    })
    after(() => waybill.close())

    const reset = (staffId: string) => () => resetSecondFactor(waybill.deps, byTest(waybill.deps), staffId)

    it('is not restored by a sign-in that uses one of its codes', async () => {
      const { deps } = waybill
      const staff = await newStaff(waybill, 'warehouse', PASSWORD)
      const { secret } = await beginTotp(deps, byTest(deps), staff, PASSWORD)
      await confirmTotp(deps, byTest(deps), staff, 'no session', totpCode(secret, deps.clock()))
      waybill.time.advance(MINUTE_MS)
      const entering = { email: staff.email, password: PASSWORD, code: totpCode(secret, deps.clock()) }
      const seen = { userAgent: null, address: '127.0.0.1', requestId: 'test' }
      await signIn(conflictBefore(deps, 'update second_factors', reset(staff.id)), { ...entering, ...seen })
      const factor = await staffFactors.ofOwner(deps.db, staff.id)
      assert.deepEqual([factor?.secret, factor?.confirmedAt, factor?.recoveryCodes], [null, null, []])
      assert.deepEqual(await sessions.list(deps.db, staff.id, deps.clock()), [], 'the session was opened by what was reset')
    })

    /** Adds a passkey. Just before `statement`, a reset of the second factor ends the owner's session. */
    const addedWhile = async (statement: string): Promise<{ refusal: unknown; left: number }> => {
      const { deps, url } = waybill
      const staff = await newStaff(waybill, 'warehouse', PASSWORD)
      const { secret } = await openSession(deps, staff, null)
      const options = await beginPasskey(deps, staff, siteOf(url), PASSWORD)
      const response = newAuthenticator().create(options, { origin: url }) as Parameters<typeof addPasskey>[4]['response']
      const racing = conflictBefore(deps, statement, reset(staff.id))
      const requireSession = async (tx: Query): Promise<void> => {
        if (!(await sessions.findHolder(tx, keyHash(secret), deps.clock()))) throw new Rejection('UNAUTHORIZED')
      }
      const author = { ...byTest(deps), request: { checkAuthority: requireSession, markKey: null, hasCommitted: false } }
      const refusal = await addPasskey(racing, author, staff, siteOf(url), { label: 'Phone', response }).then(
        () => null,
        (error: unknown) => error,
      )
      return { refusal, left: (await passkeys.ofStaff(deps.db, staff.id)).length }
    }

    it('also removes a passkey that is being added', async () => {
      assert.deepEqual(await addedWhile('insert into passkeys'), { refusal: null, left: 0 })
    })

    it('keeps a session that it ended from adding a passkey afterwards', async () => {
      const { refusal, left } = await addedWhile('update staff set id = id')
      assert.deepEqual([refusal instanceof Rejection && refusal.code, left], ['UNAUTHORIZED', 0])
    })
  })
})
