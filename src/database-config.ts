// Reads and checks DATABASE_URL.

import type { Env } from './settings.ts'
import { ConfigError, readFile, readSecret } from './settings.ts'

const SCHEME = /^postgres(ql)?:\/\//
const AUTHORITY = /^\w+:\/\/(?:[^@/?#]*@)?([^/?#]*)/
/** URL parameters whose value is the path of a file. */
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey']

export const databaseUrl = (env: Env): string | undefined => {
  const text = readSecret(env, 'DATABASE_URL')
  if (text !== undefined) assertDatabaseUrl(text)
  return text
}

/** Throws if the URL is invalid. Error messages do not quote the URL, because it may contain a password. */
export const assertDatabaseUrl = (text: string): void => {
  if (!SCHEME.test(text)) throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://.')
  const parameters = new URLSearchParams(text.split('?')[1])
  if ((parameters.get('host') ?? AUTHORITY.exec(text)?.[1] ?? '').includes(','))
    throw new ConfigError(
      'DATABASE_URL names several hosts. Name one that always leads to the primary: a proxy such as HAProxy, or the endpoint of a managed service (docs/deploy.md, "A standby").',
    )
  if (!URL.canParse(text)) throw new ConfigError('DATABASE_URL must have the form postgres://user:password@host:port/database.')
  for (const name of TLS_FILES) if (parameters.has(name)) readFile(`${name} of DATABASE_URL`, parameters.get(name)!)
}

/** Warns that this version ignores the settings for a read replica. */
export const ignoredReplica = (env: Env): string[] =>
  ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URL_FILE']
    .filter((name) => env[name])
    .map((name) => `${name} is ignored: this version reads from DATABASE_URL only.`)
