// The change feed of the staff console: which changes it reports, including changes made by other servers, and when the stream ends.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SESSION_IDLE_MS } from '../../../src/domain/staff/staff.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { changeStaff } from '../../../src/flows/staff/change-staff.ts'
import { STREAMS_PER_SESSION_MAX } from '../../../src/http/events/ops-change-streams.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import * as sessions from '../../../src/store/staff/sessions.ts'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { inSession, newStaff, signedIn } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { silentApp, startWaybill } from '../../support/server/waybill.ts'

const PATH = '/ops/v1/changes'
const WAIT_MAX_MS = 30_000

type Told = { name: string; data: { position: string; missed?: boolean; changes: { kind: string | null; id: string | null }[] } }

type Window = AsyncDisposable & {
  /** Waits for the next event that matches. Null if the stream ends first. */
  next(isSought: (told: Told) => boolean): Promise<Told | null>
}

const toldIn = (text: string): Told | null => {
  const [, name, data] = /^event: (\w+)\ndata: (.+)$/.exec(text) ?? []
  return name ? { name, data: JSON.parse(data!) } : null
}

async function* eventsOf(response: Response): AsyncGenerator<Told> {
  let rest = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const texts = (rest + chunk).split('\n\n')
    rest = texts.pop()!
    for (const text of texts) {
      const told = toldIn(text)
      if (told) yield told
    }
  }
}

const follow = async (url: string, { headers }: StaffMember, query = ''): Promise<Window> => {
  const abort = new AbortController()
  const response = await fetch(`${url}${PATH}${query}`, { headers: { ...headers, accept: 'text/event-stream' }, signal: abort.signal })
  assert.equal(response.status, 200)
  const events = eventsOf(response)
  const next: Window['next'] = async (isSought) => {
    for (;;) {
      const { value, done } = await events.next()
      if (done) return null
      if (isSought(value)) return value
    }
  }
  return { next, [Symbol.asyncDispose]: async () => abort.abort() }
}

const isReady = ({ name }: Told): boolean => name === 'ready'
const isSignedOut = ({ name }: Told): boolean => name === 'signed_out'
const isOf =
  (kind: string | null, id: string | null) =>
  ({ data: { changes = [] } }: Told): boolean =>
    changes.some((change) => change.kind === kind && change.id === id)

describe('GET /ops/v1/changes', () => {
  forEachEngine((engine) => {
    let store: FreshDb
    let waybill: Waybill
    let elsewhere: Db
    before(async () => {
      store = await engine.freshDb()
      waybill = await startWaybill({ name: engine.name, freshDb: async () => store })
      elsewhere = await openDb({ databaseUrl: store.url, dataDir: store.dataDir })
    })
    after(async () => {
      await elsewhere.close()
      await waybill.close()
    })

    it('names the object that changed, whoever changed it', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      await using window = await follow(waybill.url, await signedIn(waybill, 'support'))
      await window.next(isReady)
      await sendNotice(tenant, parcel_id, { action: 'hold', body: 'Papers are missing' })
      assert.ok(await window.next(isOf('package', parcel_id)))
    })

    it('reports that something changed when another process on the store did it', async () => {
      await using window = await follow(waybill.url, await signedIn(waybill, 'warehouse'))
      await window.next(isReady)
      const deps = { ...waybill.deps, db: elsewhere }
      const { id } = await createBusiness(deps, byTest(deps), { name: 'Made Elsewhere', prefix: 'ELSE' })
      // On SQLite, the feed only learns that another connection committed, not which object changed.
      assert.ok(await window.next(engine.name === 'sqlite' ? isOf(null, null) : isOf('business', id)))
    })

    it('ends at once for a user who is deactivated or signs out, and for nobody else', async () => {
      const [removed, leaving, staying] = [
        await signedIn(waybill, 'warehouse'),
        await signedIn(waybill, 'admin'),
        await signedIn(waybill, 'admin'),
      ]
      await using ofRemoved = await follow(waybill.url, removed)
      await using ofLeaving = await follow(waybill.url, leaving)
      await using ofStaying = await follow(waybill.url, staying)
      await changeStaff(waybill.deps, byTest(waybill.deps), removed.staff.id, { status: 'inactive' })
      assert.ok(await ofRemoved.next(isSignedOut))
      assert.equal(await ofRemoved.next(() => true), null)
      await leaving.call('DELETE', '/ops/v1/session')
      assert.ok(await ofLeaving.next(isSignedOut))
      const { id } = await newStaff(waybill, 'support')
      assert.ok(await ofStaying.next(isOf('staff', id)))
    })

    it('reports accounts to admins only', async () => {
      await using window = await follow(waybill.url, await signedIn(waybill, 'support'))
      await window.next(isReady)
      await newStaff(waybill, 'support')
      const { business } = await waybill.newTenant()
      const told = await window.next(({ data }) => data.changes.length > 0)
      assert.ok(isOf('business', business.id)(told!))
      assert.deepEqual(
        told!.data.changes.filter(({ kind }) => kind === 'staff'),
        [],
      )
    })

    it('says whether anything was missed since a position, which can also be requested alone', async () => {
      const admin = await signedIn(waybill, 'admin')
      await using first = await follow(waybill.url, admin)
      const { position } = (await first.next(isReady))!.data
      await using same = await follow(waybill.url, admin, `?after=${position}`)
      assert.equal((await same.next(isReady))!.data.missed, false)
      const { business } = await waybill.newTenant()
      const told = await first.next(isOf('business', business.id))
      await using later = await follow(waybill.url, admin, `?after=${position}`)
      assert.equal((await later.next(isReady))!.data.missed, true)
      assert.equal((await admin.call('GET', PATH)).json.position, told!.data.position)
    })

    it('may be open a few times per session, and then answers 429', async () => {
      const [crowded, other] = [await signedIn(waybill, 'admin'), await signedIn(waybill, 'admin')]
      await using open = new AsyncDisposableStack()
      for (let windows = 0; windows < STREAMS_PER_SESSION_MAX; windows++) open.use(await follow(waybill.url, crowded))
      const refused = await waybill.call('GET', PATH, undefined, { headers: { ...crowded.headers, accept: 'text/event-stream' } })
      assert.deepEqual([refused.status, refused.json.code, refused.headers.get('retry-after')], [429, 'RATE_LIMITED', '10'])
      open.use(await follow(waybill.url, other))
    })

    it('does not keep a session alive', async () => {
      const staff = await newStaff(waybill, 'admin')
      const [unattended, used] = [await inSession(waybill, staff), await inSession(waybill, staff)]
      waybill.time.advance(SESSION_IDLE_MS - 60_000)
      await using window = await follow(waybill.url, unattended)
      await window.next(isReady)
      await used.call('GET', '/ops/v1/session')
      const uses = async () =>
        (await sessions.list(waybill.deps.db, staff.id, waybill.time.now())).map((each) => each.seenAt > each.createdAt)
      // Sessions save their last use in the background, so the test has to wait.
      await until('the other session was seen', async () => (await uses()).includes(true), WAIT_MAX_MS)
      assert.deepEqual((await uses()).sort(), [false, true])
      waybill.time.advance(120_000)
      assert.equal((await unattended.call('GET', '/ops/v1/session')).status, 401)
      assert.equal((await used.call('GET', '/ops/v1/session')).status, 200)
    })

    it('ends when its server stops', async () => {
      const app = await silentApp({ deps: waybill.deps })
      await using window = await follow(await app.listen({ port: 0, host: '127.0.0.1' }), await signedIn(waybill, 'admin'))
      await window.next(isReady)
      const closed = app.close()
      // Changes made by other tests can still arrive. They are skipped until the stream ends.
      assert.equal(await window.next(() => false), null)
      await closed
    })
  })
})
