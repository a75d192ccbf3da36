// waybill serve: runs the server, and tells a newcomer what to do next.

import { config } from '../config.ts'
import type { Demo } from '../flows/first-start.ts'
import type { Server } from '../server.ts'
import { startServer, stopOnSignals } from '../server.ts'
import { setupText } from './staff.ts'

const welcome = (url: string, demo: Demo): string => `
A demo business (DEM) with sample rate cards was created. Its API keys, shown this once:
  test  ${demo.testKey}
  live  ${demo.liveKey}

Try a first quote:
  curl -s ${url}/v1/parcel_quotes -H 'X-Api-Key: ${demo.testKey}' -H 'Content-Type: application/json' \\
    -d '{"parcel":{"direction":"import","transport_mode":"ocean","sender":{"name":"Sample Supplier","phone":"+8613000000000","address":{"street":"1 Sample Road","city":"Guangzhou","country":"CN"}},"recipient":{"name":"Demo Business"},"packages":[{"container_size":"LCL","volume":2.5}]}}'

API reference: ${url}/reference
`

/** Where people reach the server: a wildcard address is not one. */
const reachable = (server: Server, host: string): string =>
  host === '0.0.0.0' || host === '::' ? server.url.replace(host === '::' ? '[::]' : host, 'localhost') : server.url

export const serve = async (): Promise<void> => {
  const settings = config()
  const server = await startServer(settings)
  stopOnSignals(server)
  const url = settings.publicUrl ?? reachable(server, settings.host)
  console.log(`Waybill is ready at ${url}`)
  if (server.demo) console.log(welcome(url, server.demo))
  if (server.setupToken) console.log(setupText(url, server.setupToken))
}
