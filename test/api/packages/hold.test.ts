// Holding and releasing a package: each adds a notice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOTICES_SHOWN_MAX } from '../../../src/domain/packages/notice.ts'
import { uuidOf } from '../../../src/domain/values/ids.ts'
import { bookPackage, cancelPackage, findPackage, play, sendNotice, tryStep } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, iso } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const tokensOf = (notices: Json[]): string[] => notices.map(({ token }) => token)

describe('POST /v1/packages/{id}/notices', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('answers 201 with the five fields of the notice result, not the package [hold-package] [hold-package.3] [notice.token] [notice.body] [notice.created_at]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const now = waybill.time.freeze()
      const { status, json } = await sendNotice(tenant, parcel_id, { action: 'hold', body: 'Customs papers are missing' })
      assert.equal(status, 201)
      assert.deepEqual(json, {
        parcel_id,
        action: 'hold',
        hold_instruction: 'hold',
        hold_released_at: null,
        notice: {
          token: json.notice.token,
          uuid: uuidOf(json.notice.token),
          level: 'warning',
          body: 'Customs papers are missing',
          active: true,
          created_at: iso(now),
          deactivated_at: null,
        },
      })
      assert.match(json.notice.token, /^ntc_[0-9a-z]{26}$/)
    })

    it('records a warning for a hold and an info for a release, each with a default sentence [hold-package.1] [notice.level] [notice.body]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      for (const [action, level] of [
        ['hold', 'warning'],
        ['release', 'info'],
      ]) {
        const { notice } = (await sendNotice(tenant, parcel_id, { action })).json
        assert.equal(notice.level, level)
        assert.match(notice.body, /^[A-Z].*\.$/)
      }
    })

    it('updates the instruction and keeps every notice, oldest first, only the last one active [hold-package.2] [package.hold_instruction] [package.hold_released_at] [package.notices] [notice.active] [notice.deactivated_at]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const start = waybill.time.freeze()
      const times: number[] = []
      for (const action of ['hold', 'hold', 'release', 'hold', 'release']) {
        waybill.time.advance(1_000)
        times.push(waybill.time.now())
        const { json } = await sendNotice(tenant, parcel_id, { action, body: `${action} at ${times.length}` })
        const releasedAt = action === 'release' ? iso(waybill.time.now()) : null
        assert.deepEqual([json.action, json.hold_instruction, json.hold_released_at], [action, action, releasedAt])
        const parcel = await findPackage(tenant, parcel_id)
        assert.deepEqual([parcel.hold_instruction, parcel.hold_released_at], [action, releasedAt])
      }
      const { notices } = await findPackage(tenant, parcel_id)
      assert.deepEqual(
        notices.map((notice: Json) => [notice.body, notice.active, notice.created_at, notice.deactivated_at]),
        [
          ['hold at 1', false, iso(times[0]!), iso(times[1]!)],
          ['hold at 2', false, iso(times[1]!), iso(times[2]!)],
          ['release at 3', false, iso(times[2]!), iso(times[3]!)],
          ['hold at 4', false, iso(times[3]!), iso(times[4]!)],
          ['release at 5', true, iso(times[4]!), null],
        ],
      )
      assert.equal(times[0], start + 1_000)
    })

    it('shows the newest 100 notices, in events too, and keeps the others: the cost of a hold does not grow with those before it', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      // Freezes the clock, so that many notices have the same time and are sorted by id.
      waybill.time.freeze()
      const tokens: string[] = []
      for (let n = 0; n < 2 * NOTICES_SHOWN_MAX + 2; n += 1) {
        if (n === NOTICES_SHOWN_MAX) waybill.time.advance(1_000)
        const { status, json } = await sendNotice(tenant, parcel_id, { action: n % 2 === 0 ? 'hold' : 'release' })
        assert.equal(status, 201)
        tokens.push(json.notice.token)
      }
      const shown = tokens.slice(-NOTICES_SHOWN_MAX)
      const { notices } = await findPackage(tenant, parcel_id)
      assert.deepEqual(tokensOf(notices), shown)
      assert.deepEqual(tokensOf(notices.filter(({ active }: Json) => active)), tokens.slice(-1))
      const [latest] = (await tenant.get(`/v1/events?object_id=${parcel_id}&per_page=1`)).json
      assert.deepEqual(tokensOf(latest.data.notices), shown)
      const kept = await waybill.deps.db.query<{ id: string; deactivated_at: number | null }>(
        'select id, deactivated_at from older_notices where package_id = $1 order by id',
        [parcel_id],
      )
      assert.deepEqual(
        kept.map(({ id }) => id),
        tokens.slice(0, -NOTICES_SHOWN_MAX),
      )
      assert.ok(kept.every(({ deactivated_at: at }) => at !== null))

      // Concurrent holds are all accepted and kept. Only one notice stays active.
      const answers = await Promise.all(Array.from({ length: 20 }, () => sendNotice(tenant, parcel_id, { action: 'hold' })))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
      const [found] = await waybill.deps.db.query<{ shown: number; older: number; active: number }>(
        `select (select count(*) from notices where package_id = $1) as shown, (select count(*) from older_notices where package_id = $1) as older,
           (select count(*) from notices where package_id = $1 and deactivated_at is null) as active`,
        [parcel_id],
      )
      assert.deepEqual({ ...found }, { shown: NOTICES_SHOWN_MAX, older: tokens.length + answers.length - NOTICES_SHOWN_MAX, active: 1 })
    })

    it('clears hold_released_at when a hold follows a release [package.hold_released_at]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const released = (await sendNotice(tenant, parcel_id, { action: 'release' })).json
      assert.notEqual(released.hold_released_at, null)
      assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold' })).json.hold_released_at, null)
    })

    const states: Record<string, (tenant: Json, id: string) => Promise<unknown>> = {
      booked: async () => {},
      warehouse: (tenant, id) => play(tenant, id, 'receive'),
      transit: async (tenant, id) => {
        await play(tenant, id, 'receive')
        await play(tenant, id, 'depart')
      },
      delivered: async (tenant, id) => {
        for (const step of ['receive', 'depart', 'deliver'] as const) await play(tenant, id, step)
      },
      cancelled: (tenant, id) => cancelPackage(tenant, id),
    }
    it('is accepted in every status, and changes none [hold-package.2]', async () => {
      for (const [status, bring] of Object.entries(states)) {
        const tenant = await waybill.newTenant()
        const { parcel_id } = await bookPackage(tenant, importAir())
        await bring(tenant, parcel_id)
        for (const action of ['hold', 'release']) assert.equal((await sendNotice(tenant, parcel_id, { action })).status, 201, status)
        const parcel = await findPackage(tenant, parcel_id)
        assert.equal(parcel.status, status)
        assert.equal(parcel.notices.length, 2)
      }
    })

    for (const [flow, parcel, before] of [
      ['an import in the warehouse', importAir(), 'receive'],
      ['an export that a carrier tracks', exportAir(), null],
    ] as const) {
      it(`keeps ${flow} from departing while it is on hold`, async () => {
        const tenant = await waybill.newTenant()
        const { parcel_id } = await bookPackage(tenant, parcel)
        if (before) await play(tenant, parcel_id, before)
        await sendNotice(tenant, parcel_id, { action: 'hold' })
        const held = await findPackage(tenant, parcel_id)
        assertRejected(await tryStep(tenant, parcel_id, 'depart'), 'PACKAGE_ON_HOLD')
        assert.deepEqual(await findPackage(tenant, parcel_id), held)
        await sendNotice(tenant, parcel_id, { action: 'release' })
        assert.equal((await play(tenant, parcel_id, 'depart')).status, 'transit')
      })
    }

    const wrong: [string, object | undefined, string][] = [
      ['no body', undefined, 'action'],
      ['no action', { body: 'x' }, 'action'],
      ['a null action', { action: null }, 'action'],
      ['another action', { action: 'pause' }, 'action'],
      ['an action in capitals', { action: 'HOLD' }, 'action'],
      ['an action of another type', { action: 1 }, 'action'],
      ['a body of another type', { action: 'hold', body: 7 }, 'body'],
      ['a body past 2,000 characters', { action: 'hold', body: 'x'.repeat(2_001) }, 'body'],
    ]
    for (const [what, body, field] of wrong) {
      it(`refuses ${what} and records nothing [hold-package]`, async () => {
        const tenant = await waybill.newTenant()
        const parcel = await bookPackage(tenant, importAir())
        const answer = await tenant.post(`/v1/packages/${parcel.parcel_id}/notices`, body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, field)
        assert.deepEqual(await findPackage(tenant, parcel.parcel_id), parcel)
      })
    }

    it('keeps a body of 2,000 characters unchanged, and treats a blank one as missing [notice.body]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const body = `Zoll-Prüfung “offen” 📦 ${'x'.repeat(1_975)}`
      assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold', body })).json.notice.body, body)
      assert.match((await sendNotice(tenant, parcel_id, { action: 'hold', body: '  ' })).json.notice.body, /^Hold/)
    })
  })
})
