// Rate cards as /ops/v1 shows them.

import type { PlainKey } from '../../strings.ts'

export const CARD_KINDS = ['import_air', 'export_air', 'ocean_import', 'ocean_export'] as const
export type CardKind = (typeof CARD_KINDS)[number]

export type ListedCard = {
  card_id: string
  kind: CardKind
  title: string
  currency: string
  business_id: string | null
  in_force: number | null
  since: string | null
  next: number | null
  next_from: string | null
  draft: number | null
}

type CardState = 'draft' | 'discarded' | 'scheduled' | 'in force' | 'replaced'
export const STATE_NAMES = {
  draft: 'cards.stateDraft',
  discarded: 'cards.stateDiscarded',
  scheduled: 'cards.stateScheduled',
  'in force': 'cards.stateInForce',
  replaced: 'cards.stateReplaced',
} as const satisfies Record<CardState, PlainKey>

export type CardVersion = {
  card_id: string
  version: number
  kind: CardKind
  title: string
  currency: string
  sample: boolean
  business_id: string | null
  created_at: string
  published_at: string | null
  effective_from: string | null
  discarded_at: string | null
  state: CardState
}

export type CardInFull = CardVersion & { columns: string[]; rows: Record<string, string>[]; versions: CardVersion[] }

export type Mistake = { row: number; column: string; message: string }
export type Validation = { valid: boolean; mistakes: Mistake[] }

export type CardChange = {
  change: 'added' | 'removed' | 'changed'
  field: string
  carrier?: string
  service?: string
  zone?: string
  over_kg?: string
  up_to_kg?: string | null
  container_size?: string
  country?: string
  before: string | null
  after: string | null
  percent: string | null
}
export type CardDiff = { from: { version: number }; changes: CardChange[] }
