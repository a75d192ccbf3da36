// Examples of work in the background for the reference of the operator's API.

export const MONTH_END_EXAMPLE = {
  task_id: 'tsk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  kind: 'month_end' as const,
  mode: 'live' as const,
  business_id: null,
  business_name: null,
  state: 'running' as const,
  done: 150,
  total: 412,
  position: 0,
  failed: 0,
  failure: null,
  started_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  started_by_name: 'Sample Accountant',
  created_at: '2026-12-01T08:00:00.000Z',
  changed_at: '2026-12-01T08:00:07.000Z',
  finished_at: null,
}
const SUMS = { charges: 14, net: '120000.00', tax: '9000.00', total: '129000.00' }
const PAYER = {
  business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business_name: 'Sample Imports',
  business_prefix: 'SMP',
  parcel_customer_id: null,
  customer_name: null,
}
export const PREVIEW_EXAMPLE = {
  mode: 'live' as const,
  due: [{ ...PAYER, invoices: 1, ...SUMS }],
  due_total: { payers: 1, invoices: 1, ...SUMS },
  waiting: [{ ...PAYER, reason: 'period' as const, ...SUMS }],
  waiting_total: { payers: 1, ...SUMS },
  missed_charges: 0,
  storage_first: [],
  task_id: null,
}

export const TASK_EXAMPLE = { ...MONTH_END_EXAMPLE, kind: 'bank_lines' as const, done: 150, total: 412, position: 151, failed: 1 }
