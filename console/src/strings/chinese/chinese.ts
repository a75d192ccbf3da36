// The texts of the warehouse's pages in Simplified Chinese, loaded on demand.

import { collection } from './collection.ts'
import { inbound, unpriced } from './inbound.ts'
import { lists } from './lists.ts'
import { others } from './others.ts'
import { places } from './places.ts'
import { receive, unidentified } from './receiving.ts'
import { scan, search } from './scan.ts'
import { shell } from './shell.ts'
import { shipments, voyages } from './shipments.ts'
import { tasks } from './tasks.ts'

export { serverMessages } from './server-messages.ts'
export const chinese = {
  ...others,
  collection,
  inbound,
  lists,
  places,
  receive,
  scan,
  search,
  shell,
  shipments,
  tasks,
  unidentified,
  unpriced,
  voyages,
}
