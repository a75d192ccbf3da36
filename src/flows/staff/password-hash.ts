// Hashes and verifies passwords with Argon2id. The hash stores its cost, so that the cost can be raised later.

import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createBoundedQueue } from '../bounded-queue.ts'

const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
export const NONCE_BYTES = 16

type Stored = { memory: number; passes: number; parallelism: number; nonce: Uint8Array; tag: Uint8Array }

/** Half of the four threads in Node's thread pool. The other two threads are left for file access and DNS. */
export const HASHES_AT_ONCE = 2
/** How many hashes may wait. Computing this many hashes takes about two seconds. */
export const HASHES_WAITING_MAX = 40

const enqueue = createBoundedQueue({
  atOnce: HASHES_AT_ONCE,
  waitingMax: HASHES_WAITING_MAX,
  refusal: 'Too many passwords are being checked right now.',
})
const argon2Key = promisify(argon2)

/** Computes a hash. The password is normalised, because keyboards may send composed or decomposed accents. */
const derive = (password: string, { memory, passes, parallelism, nonce, tag }: Stored): Promise<Buffer> =>
  enqueue(() => argon2Key('argon2id', { message: password.normalize('NFC'), nonce, parallelism, memory, passes, tagLength: tag.length }))

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** If there is no account, the password is checked against this hash. The answer then takes as long as for an existing account. */
const DUMMY: Stored = {
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: PARALLELISM,
  nonce: new Uint8Array(NONCE_BYTES),
  tag: new Uint8Array(TAG_BYTES),
}

export const hashPassword = async (password: string, nonce: Uint8Array): Promise<string> => {
  const tag = await derive(password, { ...DUMMY, nonce })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(nonce)}$${base64(tag)}`
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const read = (text: string): Stored => {
  const found = STORED.exec(text)
  if (!found) throw new Error('a stored password hash cannot be read')
  const [, memory, passes, parallelism, nonce, tag] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
  }
}

/** Verifies a password. If there is no account, `stored` is null and the result is false, but the check takes the same time. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const expected = stored === null ? DUMMY : read(stored)
  return timingSafeEqual(await derive(password, expected), expected.tag) && stored !== null
}
