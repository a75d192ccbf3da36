// Reads and checks DATABASE_URL.

import type { Env } from './settings.ts'
import { ConfigError, readFile, readSecret } from './settings.ts'
import { hostUrls } from './store/engine/postgres/hosts.ts'

/** Parameters that name a file. */
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey']

export const databaseUrl = (env: Env, name: string): string | undefined => {
  const text = readSecret(env, name)
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError(`${name} must begin with postgres:// or postgresql://.`)
  try {
    hostUrls(text)
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`)
  }
  const parameters = new URLSearchParams(text.split('?')[1])
  for (const parameter of TLS_FILES) if (parameters.has(parameter)) readFile(`${parameter} of ${name}`, parameters.get(parameter)!)
  return text
}

/** A line for each setting of the replica that earlier versions read from. */
export const ignoredReplica = (env: Env): string[] =>
  ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URL_FILE']
    .filter((name) => env[name])
    .map((name) => `${name} is ignored: this version reads from DATABASE_URL only.`)
