// The scope of all /v1 data: one business in one mode.

export type Mode = 'test' | 'live'

export type Scope = { readonly businessId: string; readonly mode: Mode }
