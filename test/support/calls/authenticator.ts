// A simulated authenticator: creates a passkey and signs with the passkey, as a browser and a security key do.

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Json } from './quote-calls.ts'

const FLAGS = { present: 0x01, verified: 0x04, withKey: 0x40 }
const PERIOD_S = 30

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Encodes a public key as a COSE key in CBOR: key type EC2, algorithm ES256, curve P-256. */
const coseKey = ({ x, y }: { x?: string; y?: string }): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ])

/** Encodes an attestation object of the format `none` in CBOR. */
const attestation = (data: Buffer): Buffer => {
  const text = (name: string): Buffer => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}

type Made = { origin: string; isVerified?: boolean }

export const newAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = base64url(credentialId)
  let uses = 0

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataFor = (rpId: string, flags: number, more: readonly Uint8Array[] = []): Buffer =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(uses), ...more])
  const flagsFor = (isVerified: boolean): number => FLAGS.present | (isVerified ? FLAGS.verified : 0)

  return {
    create: ({ rp, challenge }: Json, { origin, isVerified = true }: Made): Json => {
      const key = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, coseKey(publicKey.export({ format: 'jwk' }))]
      const data = dataFor(rp.id, flagsFor(isVerified) | FLAGS.withKey, key)
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(attestation(data)),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    get: ({ rpId, challenge }: Json, { origin, isVerified = true }: Made): Json => {
      uses += 1
      const data = dataFor(rpId, flagsFor(isVerified))
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      const response = { clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}

/** The code that an authenticator app with this secret shows at `now`, or `periodsLater` periods after `now`. */
export const totpCode = (secret: string, now: number, periodsLater = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now + periodsLater * PERIOD_S * 1000 })
