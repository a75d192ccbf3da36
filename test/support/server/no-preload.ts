// Loaded into the servers that tests start: they load everything on first use, because src/preload.ts takes as long as the start itself.

import { registerHooks } from 'node:module'

const PRELOAD = new URL('../../../src/preload.ts', import.meta.url).href
const NOTHING = 'export const preload = async () => false'

registerHooks({
  load: (url, context, next) => (url === PRELOAD ? { format: 'module', source: NOTHING, shortCircuit: true } : next(url, context)),
})
