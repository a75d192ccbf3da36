// One simulation: model, servers, random numbers, and how requests are sent and checked.

import assert from 'node:assert/strict'
import { dice } from '../samples/dice.ts'
import type { Reply } from './connection.ts'
import type { Servers } from './servers.ts'
import type { Desk, Json, World } from './world.ts'
import { emptyWorld, iso } from './world.ts'

export type Who = Desk | 'admin' | 'warehouse' | 'clerk' | 'nobody'

/**
 * `at`: the simulated real time at which the server did the work. If a repeated request only returns the result of the first attempt, this
 * is the time of the first attempt.
 */
export type Answer = { status: number; json: Json; text: string; at: number; isLost: boolean }

type Sent = { who: Who; path: string; body: object; key: string; status: number; text: string; at: number }

/** A killed server leaves the Idempotency-Key of its request locked. The lock expires within this time. */
const KEY_LOCK_MS = 101_000
const KEY_KEPT_MS = 24 * 60 * 60 * 1000
const KEYS_KEPT = 40
const LOG_LINES = 12
const KILL_WITHIN_MS = 6

export type Simulation = ReturnType<typeof createSimulation>

export const createSimulation = (servers: Servers, seed: number) => {
  const draw = dice(seed)
  const world: World = emptyWorld(servers.carrier !== null)
  const counts: Record<string, number> = {}
  const log: string[] = []
  const kept: Sent[] = []
  let keys = 0
  let requests = 0
  /** Whether the set-up is over. During the set-up, requests are neither repeated nor interrupted. */
  let isOpen = false
  let isKillDue = false

  const now = (): number => servers.now()
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const headersOf = async (who: Who): Promise<Record<string, string>> => {
    if (who === 'nobody') return {}
    return typeof who === 'string' ? servers.staff(who) : { 'x-api-key': who.key }
  }
  const note = (line: string): void => {
    log.push(line)
    if (log.length > LOG_LINES) log.shift()
  }
  const nameOf = (who: Who): string => (typeof who === 'string' ? who : who.name)

  const exchange = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', who: Who, path: string, body?: object, key?: string) => {
    const headers = { ...(await headersOf(who)), ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const isKilled = isKillDue && key !== undefined
    requests += 1
    const request = { method, path, headers, ...(body === undefined ? {} : { body }) }
    const reply = await servers.call(request, draw.upTo(2), isKilled ? draw.between(0, KILL_WITHIN_MS, 2) : undefined)
    if (isKilled) {
      isKillDue = false
      count('kills')
    }
    note(
      `${method} ${path} ${nameOf(who)} ${JSON.stringify(body ?? '')} ${key ?? ''} -> ${reply ? `${reply.status} ${reply.text.slice(0, 250)}` : 'killed'}`,
    )
    return reply
  }

  /** Repeats a request until its outcome is known. If a dead server still locks the key, the clock advances until the lock has expired. */
  const repeat = async (who: Who, path: string, body: object, key: string): Promise<{ reply: Reply; isLost: boolean }> => {
    for (;;) {
      const reply = await exchange('POST', who, path, body, key)
      if (reply === null) continue
      if (reply.json?.code === 'IDEMPOTENCY_ANSWER_LOST') return { reply, isLost: true }
      if (reply.json?.code !== 'IDEMPOTENCY_IN_PROGRESS') return { reply, isLost: false }
      servers.advance(KEY_LOCK_MS)
    }
  }

  const get = async (who: Who, path: string): Promise<Answer> => {
    for (;;) {
      const reply = await exchange('GET', who, path)
      if (reply) return { ...reply, at: now(), isLost: false }
    }
  }
  const read = async (who: Who, path: string): Promise<Json> => {
    const answer = await get(who, path)
    assert.equal(answer.status, 200, `GET ${path}: ${answer.text}`)
    return answer.json
  }
  const change = async (method: 'PATCH' | 'PUT', who: Who, path: string, body: object): Promise<Answer> => {
    const reply = await exchange(method, who, path, body)
    assert.ok(reply, 'only keyed requests are cut off')
    return { ...reply, at: now(), isLost: false }
  }
  const post = async (who: Who, path: string, body: object = {}, givenKey?: string): Promise<Answer> => {
    const isKeyed = isOpen && who !== 'nobody' && (servers.canKill || draw.chance(0.3))
    keys += 1
    const key = givenKey ?? (isKeyed ? `key-${keys}` : undefined)
    const sentAt = now()
    const first = await exchange('POST', who, path, body, key)
    const { reply, isLost } = first ? { reply: first, isLost: false } : await repeat(who, path, body, key!)
    assert.ok(reply.status < 500 || CARRIERS.includes(reply.json?.code), `POST ${path}: ${reply.text}`)
    // If a killed server had already made the booking for this Idempotency-Key, the answer shows the time of that booking.
    const isBookedThen = first === null && reply.json?.booked_at === iso(sentAt + (typeof who === 'string' ? 0 : who.offsetMs))
    const at = reply.isReplayed || isLost || isBookedThen ? sentAt : now()
    if (key !== undefined && reply.status < 300) {
      kept.push({ who, path, body, key, status: reply.status, text: reply.text, at })
      if (kept.length > KEYS_KEPT) kept.shift()
    }
    return { status: reply.status, json: reply.json, text: reply.text, at, isLost }
  }

  /**
   * True if the server refused the request as the rules require. False if the rules allow the request and the server did it. Throws
   * otherwise.
   */
  const isRefused = (answer: Answer, refusal: string | readonly string[] | null): boolean => {
    if (refusal === null || refusal.length === 0) {
      assert.ok(answer.isLost || answer.status < 300, `refused, and the rules allow it: ${answer.status} ${answer.text}`)
      return false
    }
    const codes = typeof refusal === 'string' ? [refusal] : refusal
    assert.ok(codes.includes(answer.json?.code), `expected ${codes.join(' or ')}: ${answer.status} ${answer.text}`)
    assert.equal(answer.status, STATUS_OF[answer.json.code] ?? 422, answer.text)
    count(`refused: ${answer.json.code}`)
    return true
  }

  /**
   * Sends an earlier request again with its Idempotency-Key, and checks that the answer is the same. Sometimes sends a different body with
   * that key, and checks that the server refuses it.
   */
  const replay = async (): Promise<void> => {
    const fresh = kept.filter(({ at }) => at + KEY_KEPT_MS > now())
    if (fresh.length === 0) return
    const { who, path, body, key, status, text } = draw.pick(fresh)
    if (draw.chance(0.4)) {
      const other = await exchange('POST', who, path, { ...body, another: 'field' }, key)
      if (other) isRefused({ ...other, at: now(), isLost: false }, STRICT_PATH.test(path) ? 'VALIDATION_FAILED' : 'IDEMPOTENCY_KEY_REUSED')
      return
    }
    const again = await exchange('POST', who, path, body, key)
    if (again === null) return
    assert.deepEqual([again.status, again.text, again.isReplayed], [status, text, true], `${key} is answered as before`)
    count('replays')
  }

  const open = (): void => {
    isOpen = true
  }

  const killSoon = (): void => {
    isKillDue = true
  }

  return {
    open,
    killSoon,
    servers,
    world,
    draw,
    counts,
    log,
    now,
    count,
    get,
    read,
    change,
    post,
    isRefused,
    replay,
    requests: () => requests,
  }
}

/** Routes that refuse an unknown field before they check the Idempotency-Key. Routes with `attachValidation` check the key first. */
const STRICT_PATH =
  /^\/(ops\/v1\/(?!packages\/\w+\/notices$|customers(\/\w+\/merge)?$|(quotes|estimates)$)|v1\/(test_clock|test_helpers\/packages\/\w+\/(receive|depart|deliver))$)/

const CARRIERS = ['CARRIER_UNAVAILABLE', 'CARRIER_OUTCOME_PENDING']

const STATUS_OF: Record<string, number> = {
  NOT_FOUND: 404,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  BOOKING_IN_PROGRESS: 409,
  CARRIER_UNAVAILABLE: 503,
  CARRIER_OUTCOME_PENDING: 503,
  INVALID_JSON: 400,
}
