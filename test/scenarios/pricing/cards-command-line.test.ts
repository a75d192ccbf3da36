// The commands `waybill cards`, `waybill fx` and `waybill terms` on a real store, and the example in docs/commands.md, run literally.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { addSamples } from '../../../src/flows/demo/first-start.ts'
import { systemDeps } from '../../../src/system.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Engine, FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, sqlite } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { sampleCsv } from '../../support/samples/card-files.ts'
import type { Finished } from '../../support/server/command-line.ts'
import { hostedCommand } from '../../support/server/command-line.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

/** Creates a store with the sample cards and one business, ACME. */
const withSamples = async (engine: Engine): Promise<FreshDb> => {
  const store = await engine.freshDb()
  const deps = { ...systemDeps(), db: store.db }
  await addSamples(deps)
  await createBusiness(deps, byTest(deps), { name: 'Acme Imports', prefix: 'ACME' })
  return store
}

const commands = (store: () => FreshDb) => {
  const run = (args: string): Promise<Finished> => hostedCommand(args.split(' '), store().env)
  const succeed = async (args: string): Promise<string> => {
    const { code, out, err } = await run(args)
    assert.equal(code, 0, err)
    return out
  }
  const json = async (args: string): Promise<Json> => JSON.parse(await succeed(`${args} --json`))
  const file = (name: string): string => join(store().dataDir, name)
  return { run, succeed, json, file }
}

forOneEngine((engine) => {
  describe('waybill cards, fx and terms', () => {
    let store: FreshDb
    before(async () => {
      store = await withSamples(engine)
    })
    after(() => store.drop())
    const { run, succeed, json, file } = commands(() => store)

    it('a card for one business: imported, listed, published for later, and discarded when replaced', async () => {
      await writeFile(file('own.csv'), sampleCsv('import-air-china').replace('8.50', '7.77'))
      const draft = await json(`cards import ${file('own.csv')} --id acme-air --kind import_air --business acme`)
      assert.deepEqual([draft.card_id, draft.version, draft.sample, draft.published_at, draft.replaced], ['acme-air', 1, false, null, null])
      const next = await json(`cards import ${file('own.csv')} --id acme-air --replace`)
      assert.deepEqual([next.version, next.replaced, next.business_id], [2, 1, draft.business_id])
      const from = new Date(Date.now() + 3_600_000).toISOString()
      const published = await json(`cards publish acme-air --from ${from}`)
      assert.deepEqual([published.version, published.effective_from, published.warnings], [2, from, []])
      const listed = (await json('cards list')).find(({ card_id }: Json) => card_id === 'acme-air')
      assert.deepEqual([listed.in_force, listed.next, listed.next_from, listed.draft], [null, 2, from, null])
      const shown = await json('cards show acme-air')
      assert.deepEqual([shown.version, shown.state, shown.rows[0].price_per_kg], [2, 'scheduled', '7.77'])
      assert.deepEqual(
        shown.versions.map(({ state }: Json) => state),
        ['discarded', 'scheduled'],
      )
      assert.match(await succeed('cards list'), /^acme-air +import_air +ACME +2 from /m)
    })

    it('mistakes in a file end an import with code 1, all of them named, and nothing is stored', async () => {
      const wrong = sampleCsv('ocean-export').replace('1740', '1,740').replace("20',container", "25',container").replace('USD', 'DOLLAR')
      await writeFile(file('wrong.csv'), wrong)
      for (const command of [`cards import ${file('wrong.csv')} --id ocean-export`, `cards validate ${file('wrong.csv')}`]) {
        const { code, out, err } = await run(`${command} --json`)
        assert.equal(code, 1)
        const { ok, mistakes } = JSON.parse(out)
        assert.equal(ok, false)
        for (const { row, column, message } of mistakes) assert.ok(row > 0 && column && message)
        assert.match(err, /has \d+ mistakes(; nothing was imported)?\.$/)
        const text = await run(command)
        assert.equal(text.out.split('\n').length, mistakes.length)
        assert.match(text.out, /^row 2, currency: "DOLLAR" is not an ISO 4217 currency code/m)
      }
      assert.deepEqual((await json('cards show ocean-export')).versions.length, 1)
    })

    it('exchange rates: set with a source, listed, questioned when they jump', async () => {
      const set = await json('fx set USD/NGN 1550.25 --source test')
      assert.deepEqual([set.pair, set.rate, set.source, set.before, set.warnings], ['USD/NGN', '1550.25', 'test', '1400', []])
      const leap = await run('fx set USD/NGN 155 --source test')
      assert.deepEqual([leap.code, leap.err], [1, 'confirm is needed: 155 after 1550.25 is a change of -90 %'])
      assert.match(await succeed('fx set USD/NGN 155 --source test --confirm'), /^USD\/NGN is 155 from .*, after 1550\.25\.$/)
      const listed = await json('fx list')
      assert.deepEqual(
        listed.map(({ rate, in_force }: Json) => [rate, in_force]),
        [
          ['1400', false],
          ['1550.25', false],
          ['155', true],
        ],
      )
    })

    it('terms: set for a business, listed with earlier ones', async () => {
      const set = await json('terms set --business acme --markup 7.5 --free-days 10')
      assert.deepEqual([set.markup_percent, set.free_days, set.daily_rate, set.before.markup_percent], ['7.5', 10, '500', '0'])
      const listed = await json('terms list --business ACME')
      assert.deepEqual(
        listed.map((terms: Json) => [terms.markup_percent, terms.free_days, terms.in_force]),
        [
          ['0', 7, false],
          ['7.5', 10, true],
        ],
      )
    })

    it('terms: how a business is billed and what it must have paid; fields that are not given are kept', async () => {
      const billed = { invoicing: 'monthly', bill_to: 'customer', due_days: 30, release: 'before_delivery', credit_limit: '250000.00' }
      const flags = '--invoicing monthly --bill-to customer --due-days 30 --release before_delivery --credit-limit 250000'
      assert.partialDeepStrictEqual(await json(`terms set --business ACME ${flags}`), billed)
      const { before, ...after } = await json('terms set --business ACME --free-days 9 --credit-limit 0')
      assert.partialDeepStrictEqual(before, billed)
      assert.partialDeepStrictEqual(after, { ...billed, credit_limit: '0.00', free_days: 9 })
      const { out } = await run('terms list --business ACME')
      assert.match(out, /monthly, customer\s+30\s+before delivery\s+250000\.00/)
    })

    it('shadow reports as a table, CSV and JSON', async () => {
      const [text, csv, report] = [
        await succeed('cards shadow ocean-import@1 --since 30d'),
        await succeed('fx shadow USD/NGN=1500 --format csv'),
        await json('cards shadow ocean-import@1 --fx USD/NGN=1500 --since 12h --until 1h --mode test'),
      ]
      assert.match(text, /^ocean-import@1 over 0 live quotes from .* until now, in NGN\. 0 are not concerned\.\n\nlane +business +quotes/)
      assert.deepEqual(
        csv.split('\n').map((line) => line.split(',')[0]),
        ['row', 'total'],
      )
      assert.deepEqual(
        [report.card, report.fx, report.mode],
        [{ card_id: 'ocean-import', version: 1 }, { pair: 'USD/NGN', rate: '1500' }, 'test'],
      )
      assert.deepEqual([report.seen, report.total.before, report.lanes, report.rises, report.unserved], [0, '0.00', [], [], []])
      assert.equal(Date.parse(report.until) - Date.parse(report.since), 11 * 3_600_000)
    })
  })
})

describe('waybill cards', () => {
  let store: FreshDb
  before(async () => {
    store = await withSamples(sqlite)
  })
  after(() => store.drop())
  const { run, succeed, file } = commands(() => store)

  for (const { id } of SAMPLE_CARDS) {
    it(`export, import unchanged, diff and export again: ${id} is the same byte for byte`, async () => {
      await succeed(`cards export ${id} --output ${file(`${id}.csv`)}`)
      assert.equal(await readFile(file(`${id}.csv`), 'utf8'), sampleCsv(id))
      await succeed(`cards import ${file(`${id}.csv`)} --id ${id}`)
      assert.equal(await succeed(`cards diff ${id}`), 'No differences.')
      await succeed(`cards export ${id}@2 --output ${file(`${id}-again.csv`)}`)
      assert.deepEqual(await readFile(file(`${id}-again.csv`)), await readFile(file(`${id}.csv`)))
    })
  }

  it('export to standard output, byte for byte', async () => {
    const { id } = SAMPLE_CARDS[0]!
    const launched = [join(REPOSITORY, 'bin/waybill.js'), 'cards', 'export', `${id}@1`]
    const { stdout } = await promisify(execFile)(process.execPath, launched, { env: { ...store.env } })
    assert.equal(stdout, sampleCsv(id))
  })

  const REFUSED: [args: string, message: RegExp][] = [
    ['cards export nope', /^No rate card has the id nope\.$/],
    ['cards export export-air@9', /^Card export-air has no version 9; its last is \d\.$/],
    ['cards export Export/Air', /^"Export\/Air" names no card: /],
    ['cards export export-air --output FILE', /FILE already exists; --force overwrites it\.$/],
    ['cards publish nope', /^No rate card has the id nope\.$/],
    ['cards publish export-air@1', /^Version 1 of card export-air was published on .* cannot be changed: import a new version\.$/],
    ['cards publish export-air --from 2020-01-01T00:00:00Z', /^effective_from must be now or later: 2020-01-01T00:00:00\.000Z has passed/],
    ['cards publish export-air --from 2027-01-01', /^--from must be "now" or a time with its offset, such as .*, not "2027-01-01"$/],
    ['cards import FILE --id nope', /^No rate card has the id nope\. For a new card, give its kind as well\.$/],
    ['cards import FILE --id export-air --business NOBODY', /^business NOBODY is not the id or prefix of a business$/],
    ['cards import /no/such/file --id export-air', /no such file/],
    ['cards validate FILE --kind freight', /^--kind must be one of export_air, /],
    ['cards shadow', /^Name a card, an exchange rate, or both\.$/],
    ['cards shadow export-air@1 --since yesterday', /^--since must be 30d, 12h, 4w or a time with its offset/],
    ['cards shadow export-air@1 --mode prod', /^--mode must be test or live/],
    ['cards shadow export-air@1 --format xml', /^--format must be one of table, csv, json/],
    ['fx shadow USD/NGN', /^fx "" is not a number/],
    ['terms set --business NOBODY --markup 5', /^No business has the id or prefix NOBODY\.$/],
    ['terms set --business ACME --release tomorrow', /^release must be one of none, before_departure, before_delivery$/],
    ['terms list --business NOBODY', /^No business has the id or prefix NOBODY\.$/],
  ]
  it('refuse impossible requests in one line, with code 1', async () => {
    await writeFile(file('file.csv'), sampleCsv('import-air'))
    for (const [args, message] of REFUSED) {
      const { code, out, err } = await run(args.replace('FILE', file('file.csv')))
      assert.deepEqual([code, out], [1, ''], args)
      assert.match(err.replace(file('file.csv'), 'FILE'), message)
      assert.equal(err.split('\n').length, 1, err)
    }
  })
})

describe('the example of a card in docs/commands.md', () => {
  let store: FreshDb
  before(async () => {
    store = await withSamples(sqlite)
    await symlink(join(REPOSITORY, 'bin'), join(store.dataDir, 'bin'))
  })
  after(() => store.drop())

  const bash = async (script: string): Promise<string> => {
    const env = { PATH: process.env.PATH ?? '', ...store.env }
    return (await promisify(execFile)('bash', ['-euc', script], { cwd: store.dataDir, env })).stdout
  }

  it('runs literally, in six commands', async () => {
    const page = await readFile(join(REPOSITORY, 'docs/commands.md'), 'utf8')
    const [, section = ''] = /## A rate card in six commands\n([\s\S]*)/.exec(page) ?? []
    const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```(?:\s*```text\n([\s\S]*?)```)?/g)].map(([, command, output]) => ({
      command,
      output,
    }))
    const [definition, write, ...rest] = blocks
    assert.equal(rest.length + 1, 6)
    await bash(`${definition!.command}${write!.command}`)
    const china = join(store.dataDir, 'china.csv')
    await writeFile(china, (await readFile(china, 'utf8')).replace(',8.50,', ',9.10,'))
    for (const { command, output } of rest) {
      const printed = await bash(`${definition!.command}${command}`)
      if (output !== undefined) assert.equal(printed, output)
    }
    assert.match(await bash(`${definition!.command}waybill cards show import-air-china`), /^2 +in force/m)
  })
})
