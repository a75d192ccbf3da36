// Schemas of background work under /ops/v1: tasks, month ends and imports.

import { TASK_KINDS, TASK_STATES } from '../../domain/tasks/task.ts'
import { WAIT_REASONS } from '../../flows/billing/month-end/preview.ts'
import { modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams } from '../values/fields.ts'

/** The maximum number of rows in each list of a preview. The totals also include the rows beyond this number. */
export const PREVIEW_ROWS_MAX = 1_000
export const FAILURES_SHOWN_MAX = 100

export const TaskParams = idParams('tsk', 'Token of the task')
export const TasksQuery = Type.Object({ ...modeQuery, ...pageQuery, state: Type.Optional(Type.Enum(TASK_STATES)) })

const Failure = Type.Object({
  row: Type.Integer({ description: 'Row of the file, as in a spreadsheet; for a month end, a number' }),
  name: Type.String({ description: 'Column of the file, or the business' }),
  message: Type.String(),
})

const Task = Type.Named('Task', {
  task_id: Type.Token('tsk'),
  kind: Type.Enum(TASK_KINDS),
  mode: Type.Enum(['live', 'test']),
  business_id: Type.NullableString({ description: 'Null for all businesses' }),
  business_name: Type.NullableString(),
  state: Type.Enum(TASK_STATES, { description: '`stopped`: a step failed several times; resume it when the cause is resolved' }),
  done: Type.Integer({ description: 'Invoices that were issued, rows that were imported, or payments that were taken' }),
  total: Type.Integer(),
  position: Type.Integer({ description: 'Rows of the file that were handled' }),
  failed: Type.Integer({ description: 'Rows, or businesses, that failed; lines of a bank statement that were refused' }),
  failure: Type.NullableString({ description: 'Why it stopped, or why its last step is tried again' }),
  started_by: Type.String(),
  started_by_name: Type.NullableString({ description: 'Null if the server started it' }),
  created_at: Type.DateTime(),
  changed_at: Type.DateTime(),
  finished_at: Type.NullableDateTime(),
})
export const TaskAnswer = Type.RefTo(Task)
export const TaskDetailAnswer = Type.Object({
  task: TaskAnswer,
  failures: Type.Array(Failure, { maxItems: FAILURES_SHOWN_MAX, description: 'The first of them' }),
})

const MODE = Type.Optional(Type.Enum(['live', 'test'], { default: 'live' }))
const BUSINESS = Type.Text({ description: 'Business token or prefix; all businesses by default' })
const WITH_MANUAL = 'Also charges of months that are over of businesses whose invoices are issued by hand'

export const MonthEndBody = Type.Body([{ with_manual: true }], {
  mode: MODE,
  business: Type.Optional(BUSINESS),
  with_manual: Type.Optional(Type.Boolean({ default: false, description: WITH_MANUAL })),
})
export const MonthEndQuery = Type.Object({
  ...modeQuery,
  business: Type.Optional(BUSINESS),
  with_manual: Type.Optional(Type.Boolean({ default: false, description: WITH_MANUAL })),
})

const payer = {
  business_id: Type.String(),
  business_name: Type.String(),
  business_prefix: Type.String(),
  parcel_customer_id: Type.NullableString({ description: 'The customer who pays; null for the business itself' }),
  customer_name: Type.NullableString(),
}
const sums = {
  charges: Type.Integer(),
  net: Type.String({ description: 'NGN' }),
  tax: Type.String(),
  total: Type.String(),
}

const WAITS =
  '`seller`: the operator’s details are not complete; `manual`: issued by hand; `period`: the week or month is not over; `departure`: the package has not departed; `draft`: on a draft; `failed`: the business cannot be invoiced, see the log'

export const MonthEndPreviewAnswer = Type.Object({
  mode: Type.Enum(['live', 'test']),
  due: Type.Array(Type.Object({ ...payer, invoices: Type.Integer(), ...sums }), {
    description: 'By payer, the largest first',
    maxItems: PREVIEW_ROWS_MAX,
  }),
  due_total: Type.Object({ payers: Type.Integer(), invoices: Type.Integer(), ...sums }),
  waiting: Type.Array(Type.Object({ ...payer, reason: Type.Enum(WAIT_REASONS, { description: WAITS }), ...sums }), {
    description: 'By payer and reason, the largest first',
    maxItems: PREVIEW_ROWS_MAX,
  }),
  waiting_total: Type.Object({ payers: Type.Integer(), ...sums }),
  missed_charges: Type.Integer({ description: 'Charges that could not be made, and are on no invoice' }),
  storage_first: Type.Array(Type.String(), {
    maxItems: PREVIEW_ROWS_MAX,
    description: 'Names of businesses whose storage of last month is charged first, which adds to these sums',
  }),
  task_id: Type.NullableString({ description: 'The month end that is running' }),
})

const CSV_MAX_CHARACTERS = 1_000_000

export const ImportBody = Type.Body([{ business_id: 'SMP', csv: 'customer_id,amount,as_of\nSMP1001,250000.00,2026-10-31\n' }], {
  mode: MODE,
  business_id: Type.Text({ description: 'Business token or prefix' }),
  csv: Type.String({ maxLength: CSV_MAX_CHARACTERS, description: 'A header and one row per record. Bad rows are left out and named' }),
})

export const TASK_SCHEMAS = [Task]

// Examples of tasks, and of the preview of a month end, for the API reference.

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
