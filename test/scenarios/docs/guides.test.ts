// The code blocks in the guides at /docs and in the README of the TypeScript client: they run against a server and give the answers shown.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ERRORS } from '../../../src/domain/values/errors.ts'
import { GUIDE_NAMES } from '../../../src/http/docs/guides.ts'
import type { Block } from '../../support/document/guide-blocks.ts'
import { blocksOf, differences, fitsText } from '../../support/document/guide-blocks.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const ROOT = join(import.meta.dirname, '../../..')
const GUIDES = join(ROOT, 'docs/guides')
const KEY = 'wb_test_guidesguidesguidesguid'
const SAMPLE_URL = 'http://127.0.0.1:8080'
const SAMPLE_KEY = 'wb_test_…'
const NEXT = '-- next block --'
/** The code blocks in these languages are run by languages.test.ts instead. */
const ELSEWHERE = ['php', 'python', 'go']
const LANGUAGES = ['sh', 'json', 'text', 'js', 'ts', ...ELSEWHERE]
/** test/api/events/webhook-docs.test.ts checks the code blocks that contain one of these texts. */
const CHECKED_ELSEWHERE = ['"type": "package.received"', 'export const verify = (']

/**
 * TypeScript settings for the programs in the guides. They extend this repository's tsconfig.json, because the check includes the sources
 * of the TypeScript client.
 */
const TSCONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
  include: ['*.ts'],
}
const PROGRAM_LINES_MAX = 60
const CAST_OR_ASSERTION = /\bas (?!const\b)|\w!|[\])]!|<any>|: any\b|@ts-/

const read = (name: string): string => readFileSync(join(GUIDES, `${name}.md`), 'utf8')
const run = promisify(execFile)

describe('the guides', () => {
  let folder: string
  let server: ServerProcess
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-guides-'))
    server = await startServerProcess({ WAYBILL_DATA: folder, WAYBILL_DEMO_TEST_KEY: KEY, WAYBILL_RATE_LIMIT: '60000' })
  })
  after(async () => {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the shell blocks of a guide in order, in one shell. Returns the output of each block. */
  const outputs = async (blocks: readonly Block[]): Promise<string[]> => {
    const script = blocks.map(({ code }) => code.replace(SAMPLE_URL, server.url).replace(SAMPLE_KEY, KEY)).join(`\necho '${NEXT}'\n`)
    const env = { PATH: process.env.PATH, WAYBILL_URL: server.url, WAYBILL_KEY: KEY }
    const { stdout } = await run('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { cwd: folder, env })
    return stdout.split(`${NEXT}\n`)
  }

  const checkShown = ({ language, code }: Block, output: string, where: string): void => {
    const shown = code.replaceAll(SAMPLE_URL, server.url)
    if (language === 'text') assert.ok(fitsText(shown, output), `${where}: shown\n${shown}\nwas\n${output}`)
    else assert.deepEqual(differences(JSON.parse(shown), JSON.parse(output)), [], where)
  }

  const skip = spawnSync('curl', ['--version']).error ? 'there is no curl here' : false

  for (const name of GUIDE_NAMES) {
    it(`${name}: the commands run, and print what is shown`, { skip }, async () => {
      const blocks = blocksOf(read(name))
      const printed = await outputs(blocks.filter(({ language }) => language === 'sh'))
      let output = ''
      for (const [at, block] of blocks.entries()) {
        const where = `docs/guides/${name}.md:${block.line}`
        assert.ok(LANGUAGES.includes(block.language), `${where}: no test runs a block of ${block.language || 'nothing'}`)
        const isShown = ['json', 'text'].includes(blocks[at + 1]?.language ?? '')
        if (block.language === 'sh') {
          output = printed.shift()!
          // If the guide shows no output after a shell block, the real output must not be an error answer. Every error answer has a
          // `request_id`.
          if (!isShown) assert.doesNotMatch(output, /"request_id"/, where)
        } else if (ELSEWHERE.includes(block.language) || block.language === 'ts' || blocks[at - 1]?.language === 'ts') continue
        else if (['json', 'text'].includes(block.language) && blocks[at - 1]?.language === 'sh') checkShown(block, output, where)
        else
          assert.ok(
            CHECKED_ELSEWHERE.some((each) => block.code.includes(each)),
            `${where}: no test compares this with an answer`,
          )
      }
    })
  }

  it('have programs that compile without casts or assertions, and print what is shown', async () => {
    const client = join(folder, 'node_modules/@waybill/client')
    mkdirSync(client, { recursive: true })
    // The programs import the client's sources instead of its build.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(client, 'package.json'), '{ "type": "module", "exports": "./src/index.ts" }')
    symlinkSync(join(ROOT, 'client/src'), join(client, 'src'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    const pages = [...GUIDE_NAMES.map((name) => [name, read(name)]), ['client', readFileSync(join(ROOT, 'client/README.md'), 'utf8')]]
    const programs = pages.flatMap(([name, text]) => {
      const blocks = blocksOf(text!)
      return blocks.flatMap((block, at) =>
        block.language === 'ts' ? { block, shown: blocks[at + 1], file: `${name}-${block.line}.ts` } : [],
      )
    })
    for (const { block, file } of programs) {
      assert.doesNotMatch(block.code, CAST_OR_ASSERTION, file)
      assert.ok(block.code.trim().split('\n').length <= PROGRAM_LINES_MAX, file)
      writeFileSync(join(folder, file), block.code.replace(SAMPLE_URL, server.url).replace(SAMPLE_KEY, KEY))
    }
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder]).catch(({ stdout }) =>
      assert.fail(stdout),
    )
    for (const { shown, file } of programs) {
      // NODE_OPTIONS gives the programs the same clock as the server. With another clock, webhook signatures would be refused as too old or
      // too new.
      const { PATH, NODE_OPTIONS } = process.env
      const env = { PATH, NODE_OPTIONS, WAYBILL_URL: server.url, WAYBILL_KEY: KEY }
      const { stdout } = await run(process.execPath, [join(folder, file)], { env })
      assert.equal(shown?.language, 'text', file)
      checkShown(shown!, stdout, file)
    }
  })

  it('are all listed, and no others are', () => {
    assert.deepEqual(readdirSync(GUIDES).sort(), GUIDE_NAMES.map((name) => `${name}.md`).sort())
  })

  it('explain every error code, with its status, in one table', () => {
    const rows = [...read('errors').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| ([^|]+) \| ([^|]+) \|$/gm)]
    const explained = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
    const codes = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]))
    assert.deepEqual(
      explained,
      codes,
      'docs/guides/errors.md lists the codes of src/domain/values/errors.ts: add a row with cause and remedy',
    )
  })

  it('link only to existing sections, and to pages elsewhere', () => {
    for (const name of GUIDE_NAMES)
      for (const [, target] of read(name).matchAll(/\]\(([^)]+)\)/g)) {
        if (target!.startsWith('https://')) continue
        const [, file = name, anchor] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(target!) ?? []
        assert.ok(
          GUIDE_NAMES.some((each) => each === file),
          `${name}.md links to ${target}`,
        )
        const headings = [...read(file).matchAll(/^#{2,3} (.+)$/gm)].map(([, title]) =>
          title!
            .toLowerCase()
            .replaceAll(/[^\w\s-]/g, '')
            .replaceAll(' ', '-'),
        )
        if (anchor) assert.ok(headings.includes(anchor), `${name}.md links to ${target}`)
      }
  })
})
