// waybill cards shadow and fx shadow: show how another rate card or exchange rate would have changed past quotes.

import { Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Shadowed } from '../../flows/shadow/shadow-prices.ts'
import { shadowPrices } from '../../flows/shadow/shadow-prices.ts'
import { printFile, showProgress } from '../output.ts'
import { readCardRef } from '../pricing/card-files.ts'
import { withStore } from '../with-store.ts'
import { shadowCsv, shadowJson, shadowTable } from './formats.ts'

type Options = { since: string; until?: string; mode: string; format: string; json?: boolean; fx?: string }

const FORMATS: Readonly<Record<string, (shadowed: Shadowed) => string>> = { table: shadowTable, csv: shadowCsv, json: shadowJson }

const readMode = (text: string): Mode => {
  if (text !== 'test' && text !== 'live') throw new Rejection('VALIDATION_FAILED', `--mode must be test or live, not "${text}".`)
  return text
}

export const runShadow = (card: string | undefined, options: Options): Promise<void> =>
  withStore(async (deps) => {
    const now = deps.clock()
    const format = FORMATS[options.json ? 'json' : options.format]
    if (!format)
      throw new Rejection('VALIDATION_FAILED', `--format must be one of ${Object.keys(FORMATS).join(', ')}, not "${options.format}".`)
    const shadowed = await shadowPrices(
      deps,
      {
        card: card === undefined ? null : readCardRef(card),
        fx: options.fx ?? null,
        period: {
          since: readInstant('--since', options.since, now),
          until: options.until === undefined ? null : readInstant('--until', options.until, now),
        },
        mode: readMode(options.mode),
      },
      showProgress,
    )
    printFile(format(shadowed))
  })
