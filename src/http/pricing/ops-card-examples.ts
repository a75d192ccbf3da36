// Example responses about rate cards for the API reference.

const MORNING = '2026-11-15T08:00:00.000Z'
const CARD = {
  card_id: 'import-air-china',
  kind: 'import_air' as const,
  title: 'Import air from China',
  currency: 'USD',
  business_id: null,
}

export const LISTED_CARD_EXAMPLE = { ...CARD, in_force: 1, since: MORNING, next: null, next_from: null, draft: 2 }

export const DRAFT_EXAMPLE = {
  ...CARD,
  version: 2,
  sample: false,
  created_at: MORNING,
  published_at: null,
  effective_from: null,
  discarded_at: null,
}

export const PUBLISHED_EXAMPLE = { ...DRAFT_EXAMPLE, published_at: MORNING, effective_from: '2026-12-31T23:00:00.000Z' }

const ROW = {
  row: 'card',
  kind: CARD.kind,
  title: CARD.title,
  currency: CARD.currency,
  countries: 'CN',
  volumetric_divisor_cm3_per_kg: '6000',
  step_kg: 'none',
  price_per_kg: '8.50',
  transit_days: '7',
  minimum_charge: '0',
  fuel_percent: '0',
  handling_fee: '0',
}

export const CARD_EXAMPLE = {
  ...DRAFT_EXAMPLE,
  state: 'draft' as const,
  columns: Object.keys(ROW),
  rows: [ROW],
  versions: [{ ...DRAFT_EXAMPLE, state: 'draft' as const }],
}

export const VALIDATION_EXAMPLE = {
  valid: false,
  kind: CARD.kind,
  title: null,
  currency: null,
  mistakes: [{ row: 2, column: 'price_per_kg', message: '"8,50" has a decimal comma: write 8.50' }],
}

export const DIFF_EXAMPLE = {
  from: { card_id: CARD.card_id, version: 1 },
  to: { card_id: CARD.card_id, version: 2 },
  changes: [{ change: 'changed' as const, field: 'price_per_kg', before: '8.50', after: '9.10', percent: '7.06' }],
  in_words: ['changed  price_per_kg 8.50 -> 9.10 (+7.06%)'],
}
