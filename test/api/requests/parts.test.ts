// The server builds the operator's API, the guides and the API reference at the first request for one of them.

import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OPERATOR_PATHS } from '../../../src/http/app.ts'
import { systemDeps } from '../../../src/system.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { silentApp } from '../../support/server/waybill.ts'

it('every route is served by the part for clients, unless its path leads to the other part', async () => {
  const store = await sqlite.freshDb()
  const routesOf = async (parts: 'all' | 'clients'): Promise<Set<string>> => {
    const routes = new Set<string>()
    const app = await silentApp({
      deps: { ...systemDeps(), db: store.db },
      parts,
      watch: (server) => server.addHook('onRoute', ({ method, url }) => void routes.add(`${method} ${url}`)),
    })
    await app.close()
    return routes
  }
  const [all, clients] = [await routesOf('all'), await routesOf('clients')]
  const late = [...all].filter((route) => OPERATOR_PATHS.test(route.split(' ')[1]!))
  assert.deepEqual([...clients].sort(), [...all].filter((route) => !late.includes(route)).sort())
  assert.ok(late.length > 100 && clients.size > 50)
  await store.drop()
})

it('the operator’s part loads on a machine that is so busy that each turn takes a minute', async () => {
  const store = await sqlite.freshDb()
  // Advances the mocked `setTimeout` clock by a minute in each turn of the event loop.
  mock.timers.enable({ apis: ['setTimeout'] })
  let isLoading = true
  const passMinutes = async (): Promise<void> => {
    for (; isLoading; await nextTurn()) mock.timers.tick(60_000)
  }
  const load = async (): Promise<void> => {
    try {
      const app = await silentApp({ deps: { ...systemDeps(), db: store.db } })
      await app.close()
    } finally {
      isLoading = false
    }
  }
  await Promise.all([load(), passMinutes()]).finally(() => mock.timers.reset())
  await store.drop()
})

it('a path leads to the operator’s part also if the request names the server in front of it', () => {
  for (const path of [
    '/',
    '/?from=mail',
    '/ops/v1/session',
    '/OPS/v1/session',
    '/docs',
    '/docs/webhooks.md',
    '/openapi.json',
    '/reference/',
  ])
    for (const url of [path, `http://waybill.example${path}`]) assert.ok(OPERATOR_PATHS.test(url), url)
  for (const path of ['/v1/packages', '/console', '/console/ops/', '/track', '/healthz', '/opsy', '/v1/packages?key=/ops/'])
    assert.ok(!OPERATOR_PATHS.test(path), path)
})
