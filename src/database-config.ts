// Reads and checks DATABASE_URL and DATABASE_REPLICA_URL.

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

export const databaseReplicaUrl = (env: Env): string | undefined => {
  const text = databaseUrl(env, 'DATABASE_REPLICA_URL')
  if (text === undefined) return undefined
  if (readSecret(env, 'DATABASE_URL') === undefined) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL, the primary.')
  if (hostUrls(text).length > 1) throw new ConfigError('DATABASE_REPLICA_URL must name one host.')
  return text
}
