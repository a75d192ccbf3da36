// A second process on a store, for tests with two servers: `node store-child.ts <task> <json>`.
import { StaleWrite, SYSTEM } from '../../../src/platform/engine/db.ts'
import { migrate } from '../../../src/platform/engine/migrate.ts'
import { openDb } from '../../../src/platform/engine/open.ts'

const [task = '', json = '{}'] = process.argv.slice(2)
const { databaseUrl, dataDir, migrations, times, reads = 0 } = JSON.parse(json)

const tasks: Record<string, () => Promise<unknown>> = {
  migrate: async () => migrate(db, migrations),
  /** Increments the counter repeatedly. Each transaction works like a real flow: it reads, decides, then compares and sets. */
  count: async () => {
    for (let done = 0; done < times; done++) await countOne()
  },
  /** Increments the counter `times` times, all at once. */
  crowd: async () => {
    await Promise.all(Array.from({ length: times }, countOne))
  },
}

const countOne = () =>
  db.transaction(SYSTEM, async (tx) => {
    const [row] = await tx.query<{ value: number }>('select value from counters')
    // Extra reads make the transaction last as long as the transaction of a real flow.
    for (let more = 0; more < reads; more++) await tx.query('select value from counters')
    const changed = await tx.execute('update counters set value = $1 where value = $2', [row!.value + 1, row!.value])
    if (changed === 0) throw new StaleWrite('the counter has moved on', { subject: 'counter' })
  })

// All child processes start their work at the same moment: when the parent closes their standard input.
for await (const _ of process.stdin);
const db = await openDb({ databaseUrl, dataDir })
process.stdout.write(JSON.stringify((await tasks[task]!()) ?? null))
await db.close()
