// The kinds of rate cards, and what the states of their versions are called.

import type { PlainKey } from '../../strings.ts'
import type { CardKind, CardState } from '../../wire.ts'

export const CARD_KINDS = ['import_air', 'export_air', 'ocean_import', 'ocean_export'] as const satisfies readonly CardKind[]

export const STATE_NAMES = {
  draft: 'cards.stateDraft',
  discarded: 'cards.stateDiscarded',
  scheduled: 'cards.stateScheduled',
  'in force': 'cards.stateInForce',
  replaced: 'cards.stateReplaced',
} as const satisfies Record<CardState, PlainKey>
