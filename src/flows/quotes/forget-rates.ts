// Deletes expired rates. For a day after expiry a rate is reported as outdated, later as unknown.

import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'

const RATES_KNOWN_MS = 24 * 60 * 60 * 1000

export const forgetRates = (deps: Deps): Promise<void> => quotes.pruneReplaced(deps.db, deps.clock() - RATES_KNOWN_MS)
