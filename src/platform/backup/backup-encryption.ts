// Encrypts backups with the `age` format (age-encryption.org), and decrypts them on restore.

import { readFile } from 'node:fs/promises'

const OPENING = Buffer.from('age-encryption.org/v1\n')
const SECRET_KEY = /^AGE-SECRET-KEY-/

// Imported on demand, because most backups are not encrypted.
const age = () => import('age-encryption')

/** Reads a key file written by age-keygen. Each line is an identity (a secret key) or a comment. */
export const readIdentities = async (file: string): Promise<string[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every((line) => SECRET_KEY.test(line)))
    throw new Error(`${file} holds no identity: it must be a file that age-keygen made, with a line that begins with AGE-SECRET-KEY-.`)
  return identities
}

/** Returns a function that encrypts bytes for the recipients. Throws if a recipient is invalid, before anything is written. */
export const encrypterFor = async (recipients: readonly string[]) => {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new Error(`"${recipient}" is not an age recipient: age-keygen -y prints one, which begins with age1.`, { cause: error })
    }
  }
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await encrypter.encrypt(ReadableStream.from(bytes))
  }
}

export const opensAsEncrypted = (bytes: Uint8Array): boolean => OPENING.equals(bytes.subarray(0, OPENING.length))

/** Decrypts a backup. A backup that is not encrypted passes through unchanged. */
export async function* decrypted(bytes: AsyncIterable<Uint8Array>, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let opening: Buffer = Buffer.alloc(0)
  while (opening.length < OPENING.length) {
    const { done, value } = await source.next()
    if (done) break
    opening = Buffer.concat([opening, value])
  }
  const all = async function* () {
    yield opening
    yield* { [Symbol.asyncIterator]: () => source }
  }
  if (!opensAsEncrypted(opening)) return yield* all()
  if (identities.length === 0) throw new Error('The backup is encrypted: --identity FILE names the file that decrypts it.')
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(ReadableStream.from(all()))
  } catch (error) {
    throw new Error(`The backup cannot be decrypted: ${error instanceof Error ? error.message : error}.`, { cause: error })
  }
}
