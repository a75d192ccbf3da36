// The functions in the guide "PHP, Python and Go" verify webhooks and retry calls. Each language is tested only if it is installed.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { blocksOf } from '../../support/document/guide-blocks.ts'

const GUIDE = join(import.meta.dirname, '../../../docs/guides/languages.md')
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = JSON.stringify({ type: 'package.held', timestamp: '2026-11-16T10:05:12.000Z', data: { note: 'Ọ̀ṣun' } })
/** Time limit for compiling and running one program. */
const PATIENCE_MS = 120_000

type Language = { program: string; version: string; file: string; run: string[]; driver: string; driverFile?: string }

/** Each `driver` calls the guide's function `verify` or `call` with values from environment variables, and prints the outcome. */
const LANGUAGES: Record<string, Language> = {
  php: {
    program: 'php',
    version: '--version',
    file: 'snippet.php',
    run: ['snippet.php'],
    driver: `
try {
    if (getenv('DO') === 'verify') echo verify(getenv('SECRET'), json_decode(getenv('HEADERS'), true), getenv('BODY'))['type'];
    else echo call('POST', '/v1/parcel-customers', ['parcel_customer' => ['first_name' => 'Sample']])['message'];
} catch (Exception $error) { echo 'refused: ' . get_class($error); }
`,
  },
  python: {
    program: 'python3',
    version: '--version',
    file: 'snippet.py',
    run: ['snippet.py'],
    driver: `
try:
    if os.environ["DO"] == "verify":
        print(verify(os.environ["SECRET"], json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode())["type"])
    else:
        print(call("POST", "/v1/parcel-customers", {"parcel_customer": {"first_name": "Sample"}})["message"])
except Exception as error:
    print("refused:", type(error).__name__)
`,
  },
  go: {
    program: 'go',
    version: 'version',
    file: 'snippet.go',
    driverFile: 'driver.go',
    run: ['run', 'snippet.go', 'driver.go'],
    driver: `package main

import ("encoding/json"; "fmt"; "net/http"; "os")

func main() {
	if os.Getenv("DO") == "verify" {
		var given map[string]string
		json.Unmarshal([]byte(os.Getenv("HEADERS")), &given)
		headers := http.Header{}
		for name, value := range given { headers.Set(name, value) }
		event, err := verify(os.Getenv("SECRET"), headers, []byte(os.Getenv("BODY")))
		if err != nil { fmt.Print("refused: ", err) } else { fmt.Print(event.Type) }
		return
	}
	var answer struct { Message string }
	err := call("POST", "/v1/parcel-customers", map[string]any{"parcel_customer": map[string]string{"first_name": "Sample"}}, "", &answer)
	if err != nil { fmt.Print("refused: ", err) } else { fmt.Print(answer.Message) }
}
`,
  },
}

const signed = (body = BODY, at = new Date()): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': `v1,AAAA ${new Webhook(SECRET).sign('evt_1', at, body)}`,
})

describe('the functions of the guide', () => {
  let server: Server
  let folder: string
  let script: [status: number, body: object][] = []
  let received: { key: unknown; apiKey: unknown; body: string }[] = []
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-languages-'))
    server = createServer((request: IncomingMessage, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push({ key: request.headers['idempotency-key'], apiKey: request.headers['x-api-key'], body })
        const [status, answer] = script.shift() ?? [500, {}]
        if (status === 0) request.socket.destroy()
        else response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(answer))
      })
    })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
  })
  after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    received = []
  })

  for (const [name, { program, version, file, driverFile, run, driver }] of Object.entries(LANGUAGES))
    describe(`in ${name}`, { skip: spawnSync(program, [version]).error ? `there is no ${program} here` : false }, () => {
      before(() => {
        const { code } = blocksOf(readFileSync(GUIDE, 'utf8')).find(({ language }) => language === name)!
        writeFileSync(join(folder, file), driverFile ? code : code + driver)
        if (driverFile) writeFileSync(join(folder, driverFile), driver)
      })
      const output = async (more: Record<string, string>): Promise<string> => {
        const { PATH, LD_LIBRARY_PATH } = process.env
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const env = {
          PATH,
          LD_LIBRARY_PATH,
          HOME: folder,
          GOCACHE: join(folder, 'cache'),
          WAYBILL_URL: url,
          WAYBILL_KEY: 'wb_test_x',
          SECRET,
          BODY,
          ...more,
        }
        return (await promisify(execFile)(program, run, { cwd: folder, env, timeout: PATIENCE_MS })).stdout.trim()
      }

      it('accept a webhook that is signed, and refuse one that was changed or is old', async () => {
        const verify = (headers: Record<string, string>, BODY: string) => output({ DO: 'verify', HEADERS: JSON.stringify(headers), BODY })
        assert.equal(await verify(signed(), BODY), 'package.held')
        assert.match(await verify(signed(), BODY.replace('held', 'lost')), /^refused/)
        assert.match(await verify(signed(BODY, new Date(Date.now() - 301_000)), BODY), /^refused/)
        assert.match(await verify({ ...signed(), 'webhook-signature': 'v1,AAAA' }, BODY), /^refused/)
      })

      it('repeat a POST with one key after failures that may pass, and no other', async () => {
        script = [
          [0, {}],
          [503, { code: 'OVERLOADED' }],
          [409, { code: 'IDEMPOTENCY_IN_PROGRESS' }],
          [201, { message: 'Made.' }],
        ]
        assert.equal(await output({ DO: 'call' }), 'Made.')
        assert.equal(received.length, 4)
        assert.equal(new Set(received.map((each) => JSON.stringify(each))).size, 1)
        assert.match(String(received[0]!.key), /^[\da-f-]{32,36}$/)
        assert.deepEqual([received[0]!.apiKey, JSON.parse(received[0]!.body)], ['wb_test_x', { parcel_customer: { first_name: 'Sample' } }])
        received = []
        script = [[422, { code: 'VALIDATION_FAILED' }]]
        assert.match(await output({ DO: 'call' }), /^refused/)
        assert.equal(received.length, 1)
      })
    })
})
