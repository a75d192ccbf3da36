// The embedded store after its server has stopped: one file, which may be copied, or replaced by a copy from before an update.

import assert from 'node:assert/strict'
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadMigrations, migrate } from '../../../src/platform/engine/migrate.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_stopped_store_0000000000'
const CUSTOMERS = 20

const createCustomers = async (url: string): Promise<void> => {
  const create = (index: number) =>
    fetch(`${url}/v1/parcel-customers`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ parcel_customer: { last_name: `Customer ${index}` } }),
    })
  for (const { status } of await Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => create(index)))) assert.equal(status, 201)
}

const customersIn = async (dataDir: string): Promise<number> => {
  const db = await openDb({ dataDir })
  const [row] = await db.query<{ customers: number }>('select count(*) as customers from customers')
  await db.close()
  return row!.customers
}

/**
 * Names of the non-empty files of the store, without the secret key. An empty log may remain: the next process that opens the store ignores
 * it.
 */
const filesOf = async (dataDir: string): Promise<string[]> => {
  const files = (await readdir(dataDir)).filter((file) => !file.endsWith('-shm') && file !== 'secret.key')
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dataDir, file))).size))
  return files.filter((_, index) => sizes[index]! > 0)
}

const newStore = async (): Promise<FreshDb> => {
  const store = await sqlite.freshDb()
  // Closes the connection of this test, so that only the server's connections are open.
  await store.db.close()
  return store
}

describe('an embedded store whose server has ended', () => {
  for (const args of [[], ['--workers', '2']]) {
    it(`told to stop, is whole in its one file${args.length > 0 ? `, with ${args.join(' ')}` : ''}`, async () => {
      const store = await newStore()
      const elsewhere = await newStore()
      const server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY }, args)
      await createCustomers(server.url)
      const listed = await hostedCommand(['keys', 'list'], store.env)
      assert.equal(listed.code, 0, listed.err)
      assert.equal(await server.kill('SIGTERM'), 0)
      assert.deepEqual(await filesOf(store.dataDir), ['waybill.db'])
      await copyFile(join(store.dataDir, 'waybill.db'), join(elsewhere.dataDir, 'waybill.db'))
      assert.equal(await customersIn(elsewhere.dataDir), CUSTOMERS)
      await store.drop()
      await elsewhere.drop()
    })
  }

  const ends: [NodeJS.Signals, number | null, string][] = [
    ['SIGTERM', 0, 'told to stop'],
    ['SIGKILL', null, 'killed, once what it left beside the file is deleted'],
  ]
  for (const [signal, code, how] of ends) {
    it(`${how}, can be replaced by a copy from before an update, which is served unchanged`, async () => {
      const store = await sqlite.freshDb((await loadMigrations('sqlite')).slice(0, -1))
      await migrate(store.db)
      await store.db.close()
      const file = join(store.dataDir, 'waybill.db')
      const server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })
      await createCustomers(server.url)
      assert.equal(await server.kill(signal), code)

      const copy = (await readdir(store.dataDir)).find((name) => name.startsWith('waybill-before-'))
      if (signal === 'SIGKILL') for (const left of ['-wal', '-shm']) await rm(`${file}${left}`, { force: true })
      await rename(join(store.dataDir, copy!), file)
      assert.equal(await customersIn(store.dataDir), 0)
      const again = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })
      await createCustomers(again.url)
      assert.equal(await again.kill('SIGTERM'), 0)
      assert.equal(await customersIn(store.dataDir), CUSTOMERS)
      await store.drop()
    })
  }
})
