// Encrypts secrets in the store, and computes keyed digests of them for the audit trail.

import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The place of a secret in the store. A ciphertext or digest is valid only at the place for which it was made. A copy at another place is
 * therefore detected.
 */
export type SecretPlace = { businessId: string; mode: string; objectId: string; column: string }

export type DigestCheck = 'fits' | 'differs' | 'unknown key'

export interface Secrets {
  /** Id of the key that encrypts new secrets. Null if there is no key. */
  readonly keyId: string | null
  /** Ids of all keys that can decrypt. */
  readonly keyIds: readonly string[]
  /** Encrypts a text. Without a key, the text stays unchanged. */
  encrypt(place: SecretPlace, text: string): string
  /** Decrypts a text. Text that was stored without a key stays unchanged. Throws UnknownSecretKey if the key is missing. */
  decrypt(place: SecretPlace, stored: string): string
  digest(place: SecretPlace, text: string): string
  check(place: SecretPlace, text: string, digest: string): DigestCheck
  /** Derives a 32-byte key for another purpose from the key that encrypts new secrets. Null if there is no key. */
  derive(purpose: string): Uint8Array | null
}

export class UnknownSecretKey extends Error {
  override name = 'UnknownSecretKey'
  constructor(keyId: string) {
    super(`A secret in the store is encrypted under key ${keyId}, which WAYBILL_SECRET_KEY does not hold.`)
  }
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const ENCRYPTED = /^enc1:([0-9a-f]{8}):([\w-]+)$/
const KEYED_DIGEST = /^hmac1:([0-9a-f]{8}):[0-9a-f]{64}$/
const PLAIN_DIGEST = /^sha256:[0-9a-f]{64}$/

type Key = { id: string; encryption: Uint8Array; iv: Uint8Array; digest: Uint8Array; derive(purpose: string): Uint8Array }

const deriveFrom = (text: string, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', text, '', `waybill ${purpose}`, bytes))

const keyFrom = (text: string): Key => ({
  id: deriveFrom(text, 'key id', KEY_ID_BYTES).toHex(),
  encryption: deriveFrom(text, 'encryption', KEY_BYTES),
  iv: deriveFrom(text, 'initialisation vector', KEY_BYTES),
  digest: deriveFrom(text, 'digest', KEY_BYTES),
  derive: (purpose) => deriveFrom(text, purpose, KEY_BYTES),
})

const placed = ({ businessId, mode, objectId, column }: SecretPlace, text?: string): string =>
  JSON.stringify([businessId, mode, objectId, column, ...(text === undefined ? [] : [text])])

/**
 * The initialisation vector is derived from the place and the text. Two ciphertexts therefore share a vector only if their places and texts
 * are equal.
 */
const encryptWith = (key: Key, place: SecretPlace, text: string): string => {
  const iv = createHmac('sha256', key.iv).update(placed(place, text)).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv(CIPHER, key.encryption, iv).setAAD(Buffer.from(placed(place)))
  const content = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `enc1:${key.id}:${content.toString('base64url')}`
}

const decryptWith = (key: Key, place: SecretPlace, encoded: string): string => {
  const content = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv(CIPHER, key.encryption, content.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(placed(place)))
    .setAuthTag(content.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(content.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

const digestWith = (key: Key | undefined, place: SecretPlace, text: string): string => {
  const content = placed(place, text)
  return key
    ? `hmac1:${key.id}:${createHmac('sha256', key.digest).update(content).digest('hex')}`
    : `sha256:${hash('sha256', content, 'hex')}`
}

/** The id of the key that encrypted a stored text. Null if the text is not encrypted. */
export const keyIdOf = (stored: string): string | null => ENCRYPTED.exec(stored)?.[1] ?? null

/** The first key in `texts` encrypts, and every key can decrypt. */
export const createSecrets = (texts: readonly string[]): Secrets => {
  const keys = texts.map(keyFrom)
  const [current] = keys
  const keyOf = (id: string): Key | undefined => keys.find((key) => key.id === id)
  return {
    keyId: current?.id ?? null,
    keyIds: keys.map(({ id }) => id),
    encrypt: (place, text) => (current ? encryptWith(current, place, text) : text),
    decrypt: (place, stored) => {
      const [, id, encoded] = ENCRYPTED.exec(stored) ?? []
      if (id === undefined) return stored
      const key = keyOf(id)
      if (!key) throw new UnknownSecretKey(id)
      return decryptWith(key, place, encoded!)
    },
    digest: (place, text) => digestWith(current, place, text),
    check: (place, text, digest) => {
      const id = digestKeyId(digest)
      if (id === null && !PLAIN_DIGEST.test(digest)) return 'differs'
      const key = id === null ? undefined : keyOf(id)
      if (id !== null && !key) return 'unknown key'
      return timingSafeEqual(Buffer.from(digestWith(key, place, text)), Buffer.from(digest)) ? 'fits' : 'differs'
    },
    derive: (purpose) => current?.derive(purpose) ?? null,
  }
}

/** Id of the key that made the digest. Null if the digest is a plain hash. */
export const digestKeyId = (digest: string): string | null => KEYED_DIGEST.exec(digest)?.[1] ?? null

export const isKeyed = (digest: string): boolean => digestKeyId(digest) !== null
