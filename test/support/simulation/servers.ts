// The servers of a simulation, which share one store and one clock. One server may be a child process that can be killed.

import assert from 'node:assert/strict'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import { addSamples } from '../../../src/flows/demo/first-start.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { beginSites } from '../../../src/flows/sites/change-sites.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { systemDeps } from '../../../src/system.ts'
import { newStaff, tokenHeaders } from '../calls/staff-calls.ts'
import type { Engine, FreshDb } from '../engine/engines.ts'
import type { Waybill } from '../server/waybill.ts'
import { silentApp } from '../server/waybill.ts'
import type { Carrier } from './carrier.ts'
import { startCarrier } from './carrier.ts'
import type { Reply, Request } from './connection.ts'
import { connectTo } from './connection.ts'
import type { KillableServer } from './killable-server.ts'
import { startKillable } from './killable-server.ts'
import type { Desk } from './world.ts'

/** A date from which test clocks can run for years without reaching a changed time zone rule. */
const BEGINS_AT = Date.parse('2026-03-02T06:30:00Z')
const TOKEN_LASTS_MS = 80 * 24 * 60 * 60 * 1000

type Call = (request: Request) => Promise<Reply | null>
type Staff = Awaited<ReturnType<typeof newStaff>>

type OnRecord = { events: string[]; version: number; actor: string; recordedAt: number }

export type Servers = {
  now(): number
  advance(ms: number): void
  canKill: boolean
  /** Calls one of the servers. Returns null if the server was killed before it answered. */
  call(request: Request, by: number, killAfterMs?: number): Promise<Reply | null>
  carrier: Carrier | null
  /** Runs the worker for open purchases once. */
  settlePurchases(): Promise<unknown>
  /** The request headers of a staff account with this role. */
  staff(role: 'admin' | 'warehouse' | 'clerk'): Promise<Record<string, string>>
  /** Lets the clerk, whose role is `warehouse`, work at this site only. */
  placeClerk(siteId: string): Promise<void>
  /** The object's events in order, and its last audit record. */
  recordOf(desk: Desk, id: string): Promise<OnRecord>
  /** The sum of a package's storage charges in kobo. Reversed charges are left out. */
  storageCharged(desk: Desk, packageId: string): Promise<number>
  /** The findings of an audit verification. */
  auditBreaks(): Promise<object[]>
  close(): Promise<void>
}

const startInProcess = async (deps: Deps): Promise<{ call: Call; close(): Promise<void> }> => {
  const app = await silentApp({ deps })
  const { send, close } = connectTo(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    call: async (request) => {
      const reply = await send(request)
      assert.ok(reply, 'a server that nobody kills answers')
      return reply
    },
    close: async () => {
      close()
      await app.close()
    },
  }
}

/**
 * Starts two servers if the engine is PostgreSQL, and one if it is SQLite. With `killable`, one of the servers is a separate process that
 * can be killed.
 */
export const startServers = async (engine: Engine, { killable }: { killable: boolean }): Promise<Servers> => {
  const store: FreshDb = await engine.freshDb()
  let now = BEGINS_AT
  const clock = () => now
  // Killable servers have no carrier; another scenario covers kills during a purchase.
  const carrier = killable ? null : await startCarrier()
  const depsFor = (db: Db): Deps => ({
    ...systemDeps(),
    db,
    clock,
    monotonic: clock,
    queueClock: clock,
    carriers: carrier ? [carrier.adapter] : [],
  })
  const deps = depsFor(store.db)
  await beginTrail(deps)
  await addSamples(deps)
  await beginSites(deps)
  const opened: { close(): Promise<void> }[] = []
  const calls: Call[] = []
  let child: KillableServer | null = null

  const addInProcess = async (own: Deps): Promise<void> => {
    const server = await startInProcess(own)
    opened.push(server)
    calls.push(server.call)
  }
  if (killable) {
    child = await startKillable({ databaseUrl: store.url, dataDir: store.dataDir }, clock)
    opened.push(child)
  }
  if (!killable || engine.name === 'postgres') await addInProcess(deps)
  if (!killable && engine.name === 'postgres') {
    const second = await openDb({ databaseUrl: store.url!, dataDir: store.dataDir })
    await addInProcess(depsFor(second))
    opened.push(second)
  }
  if (child) calls.push(child.call)

  type Account = { member: Staff; headers: Record<string, string>; until: number }
  const accounts = new Map<string, Account>()
  let clerkSites: readonly string[] | null = null
  const staff: Servers['staff'] = async (role) => {
    const known = accounts.get(role)
    if (known && known.until > now) return known.headers
    const host = { deps } as Waybill
    const member =
      known?.member ?? (await newStaff(host, role === 'clerk' ? 'warehouse' : role, undefined, role === 'clerk' ? clerkSites : null))
    const headers = await tokenHeaders(host, member)
    accounts.set(role, { member, headers, until: now + TOKEN_LASTS_MS })
    return headers
  }

  return {
    now: clock,
    advance: (ms) => {
      now += ms
    },
    canKill: child !== null,
    carrier,
    settlePurchases: () => settlePurchases(deps),
    call: async (request, by, killAfterMs) => {
      const index = by % calls.length
      if (!child || killAfterMs === undefined || calls[index] !== child.call) return calls[index]!(request)
      const answer = child.call(request)
      await child.killAndRestart(killAfterMs)
      return answer
    },
    staff,
    placeClerk: async (siteId) => {
      clerkSites = [siteId]
    },
    recordOf: async ({ shop, mode }, id) => {
      const events = await store.db.query<{ type: string }>(
        'select type from events where business_id = $1 and mode = $2 and object_id = $3 order by object_version, id',
        [shop.id, mode, id],
      )
      const [latest] = await store.db.query<{ version: number; actor: string; recorded_at: number }>(
        'select version, actor, recorded_at from audit_records where object_id = $1 order by version desc limit 1',
        [id],
      )
      const { version, actor, recorded_at: recordedAt } = latest!
      return { events: events.map(({ type }) => type), version, actor, recordedAt }
    },
    storageCharged: async ({ shop, mode }, packageId) => {
      const charged = await store.db.query<{ net_kobo: number }>(
        `select net_kobo from charges
        where business_id = $1 and mode = $2 and package_id = $3 and kind = 'storage' and reversed_at is null`,
        [shop.id, mode, packageId],
      )
      return charged.reduce((sum, { net_kobo }) => sum + net_kobo, 0)
    },
    auditBreaks: async () => [...(await verifyAudit(deps)).breaks],
    close: async () => {
      for (const each of opened) await each.close()
      await carrier?.close()
      await store.drop()
    },
  }
}
