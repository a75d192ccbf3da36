// Forgets rates that nobody can book any more. For a day after it was shown, a rate past its hour is called outdated; later, unknown.

import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'

const RATES_KNOWN_MS = 24 * 60 * 60 * 1000

export const forgetRates = (deps: Deps): Promise<void> => quotes.pruneReplaced(deps.db, deps.clock() - RATES_KNOWN_MS)
