// A pgbouncer in front of a test database, on machines where pgbouncer is installed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const NOBODY = 65_534
const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const OWNER_AND_OTHERS = 0o755
const ANYBODY = 0o777

const isRunnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const program = PLACES.find(isRunnable)

export const noPgbouncerHere: string | false = program ? false : 'pgbouncer is not installed'

export type Pgbouncer = { url: string; stop(): Promise<void> }

/** Starts pgbouncer on a Unix socket in a new directory, because pgbouncer cannot pick a free port. */
export const startPgbouncer = async (databaseUrl: string, settings: readonly string[]): Promise<Pgbouncer> => {
  const target = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'waybill-pgbouncer-'))
  await chmod(directory, OWNER_AND_OTHERS)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = target.searchParams.get('port') ?? (target.port || '5432')
  const name = target.pathname.slice(1)
  const socket = await mkdtemp(join(directory, 'socket-'))
  await chmod(socket, ANYBODY)
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    [
      '[databases]',
      `${name} = host=${host} port=${port} dbname=${name} user=${target.username || 'postgres'}`,
      '[pgbouncer]',
      'listen_addr =',
      'listen_port = 6432',
      `unix_socket_dir = ${socket}`,
      'auth_type = any',
      ...settings,
    ].join('\n'),
  )
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(program!, ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], ...asNobody })
  const exited = once(child, 'exit')
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)
  await listening(join(socket, '.s.PGSQL.6432'))
  return {
    url: `postgresql://${target.username || 'postgres'}@localhost/${name}?host=${socket}&port=6432`,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      process.off('exit', stopWithUs)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const listening = async (path: string): Promise<void> => {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  for (;;) {
    const socket = connect(path)
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await sleep(POLL_MS, null, { signal })
  }
}
