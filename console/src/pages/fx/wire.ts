// Exchange rates as /ops/v1 shows them.

export const FX = '/ops/v1/fx_rates'

export type FxRate = {
  fx_id: string
  pair: string
  rate: string
  source: string
  effective_from: string
  recorded_at: string
  in_force: boolean
}
