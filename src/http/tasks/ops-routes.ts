// /ops/v1/tasks: background tasks. /ops/v1/month_ends and /ops/v1/imports start tasks.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Task, TaskKind } from '../../domain/tasks/task.ts'
import { TASK_KINDS } from '../../domain/tasks/task.ts'
import { BYTE_ORDER_MARK } from '../../domain/values/csv-text.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { badRowsCsv } from '../../domain/values/import-table.ts'
import { runningMonthEnd, startMonthEnd } from '../../flows/billing/month-end/month-end.ts'
import { previewMonthEnd } from '../../flows/billing/month-end/preview.ts'
import type { Deps } from '../../flows/deps.ts'
import { startImport } from '../../flows/tasks/start-import.ts'
import { resumeTask } from '../../flows/tasks/work-tasks.ts'
import { listPage } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as tasks from '../../store/tasks/tasks.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import type { OpsRegister } from '../register.ts'
import type { Access } from '../staff/access.ts'
import { ACCOUNTANTS, opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { staffCallerFor } from '../staff/for-business.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import {
  FAILURES_SHOWN_MAX,
  ImportBody,
  MONTH_END_EXAMPLE,
  MonthEndBody,
  MonthEndPreviewAnswer,
  MonthEndQuery,
  PREVIEW_EXAMPLE,
  TASK_SCHEMAS,
  TaskAnswer,
  TaskDetailAnswer,
  TaskParams,
  TasksQuery,
} from './ops-schemas.ts'
import { presentPreview } from './present.ts'
import { taskPresenter } from './task-reader.ts'

const BAD_ROWS_MAX = 100_000

/** The roles that may see, start and resume each kind of work. */
const ACCESS: Readonly<Record<TaskKind, Access>> = {
  month_end: ACCOUNTANTS,
  opening_balances: ACCOUNTANTS,
  announcements: WAREHOUSE,
  bank_lines: ACCOUNTANTS,
}

/** The roles that may start at least one kind of work. */
const STARTERS: Access = { roles: ['admin', 'accountant', 'warehouse'], token: true }

const maySee = ({ staff: { role } }: FastifyRequest, kind: TaskKind): boolean => {
  const access = ACCESS[kind]
  return access !== 'anyone' && access.roles.includes(role)
}

const taskRoutes = (app: FastifyInstance, deps: Deps): void => {
  const loadFor = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<Task> => {
    const task = await tasks.load(deps.db, request.params.id)
    if (!maySee(request, task.kind)) throw new Rejection('NOT_FOUND', 'No such task.')
    return task
  }

  opsRoute(app, 'GET', '/ops/v1/month_ends/preview', ACCOUNTANTS, {
    id: 'previewMonthEnd',
    summary: 'Preview a month end',
    description: 'By payer, what it will issue now; and what waits, and why. Nothing is stored.',
    query: MonthEndQuery,
    answers: { 200: goodAnswer('The preview', MonthEndPreviewAnswer, PREVIEW_EXAMPLE) },
    errors: ['NOT_FOUND'],
    handler: async (request) => {
      const { mode = 'live', with_manual: withManual = false } = request.query
      const { businessId = null } = await businessIn(deps, request.query)
      const preview = await previewMonthEnd(deps, authorOf(deps, request), { mode, businessId, withManual })
      const running = await runningMonthEnd(deps, mode)
      return presentPreview(await readBusinessNames(deps), preview, running, mode)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/month_ends', ACCOUNTANTS, {
    id: 'startMonthEnd',
    summary: 'Start a month end',
    description:
      'Charges the storage of last month and issues what is due, in the background. The task shows its progress. One runs at a time: the same one again joins it (200), and another one is refused.',
    body: MonthEndBody,
    answers: {
      200: goodAnswer('The month end that is running', TaskAnswer, MONTH_END_EXAMPLE),
      202: goodAnswer('The month end', TaskAnswer, { ...MONTH_END_EXAMPLE, done: 0 }),
    },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { mode = 'live', with_manual: withManual = false } = request.body
      const { businessId = null } = await businessIn(deps, request.body)
      const { task, isNew } = await startMonthEnd(deps, authorOf(deps, request), { mode, businessId, withManual })
      return reply.code(isNew ? 202 : 200).send((await taskPresenter(deps))(task))
    },
  })

  for (const kind of ['opening_balances', 'announcements'] as const)
    opsRoute(app, 'POST', `/ops/v1/imports/${kind}`, ACCESS[kind], {
      id: kind === 'announcements' ? 'startAnnouncementsImport' : 'startOpeningBalancesImport',
      summary: kind === 'announcements' ? 'Import announcements in the background' : 'Import opening balances in the background',
      description:
        'Good rows are imported, and bad ones are named. The task shows the progress. The same file again joins the import while it runs (200).',
      body: ImportBody,
      answers: {
        200: goodAnswer('The import that is running', TaskAnswer, { ...MONTH_END_EXAMPLE, kind }),
        202: goodAnswer('The import', TaskAnswer, { ...MONTH_END_EXAMPLE, kind, done: 0 }),
      },
      errors: ['NOT_FOUND'],
      handler: async (request, reply) => {
        const { business_id: business, mode, csv } = request.body
        const caller = await staffCallerFor(deps, request, business, mode)
        const { task, isNew } = await startImport(deps, caller, kind, csv)
        return reply.code(isNew ? 202 : 200).send((await taskPresenter(deps))(task))
      },
    })

  opsRoute(app, 'GET', '/ops/v1/tasks', STAFF, {
    id: 'listTasks',
    summary: 'List work in the background',
    description: 'Newest first: the kinds of work that your role may start. Finished work is kept for 90 days.',
    query: TasksQuery,
    answers: { 200: goodAnswer('A page of tasks', Type.Array(TaskAnswer), [MONTH_END_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', state } = request.query
      const kinds = TASK_KINDS.filter((kind) => maySee(request, kind))
      const none = { items: [], older: null, newer: null }
      const { items } = await listPage(request, reply, async (page) =>
        kinds.length === 0 ? none : tasks.list(deps.db, { mode, kinds, ...omitNulls({ state }) }, page),
      )
      return items.map(await taskPresenter(deps))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/tasks/:id', STAFF, {
    id: 'getTask',
    summary: 'Retrieve work in the background',
    description: 'Its progress, and what failed.',
    params: TaskParams,
    answers: { 200: goodAnswer('The task', TaskDetailAnswer, { task: MONTH_END_EXAMPLE, failures: [] }) },
    handler: async (request) => {
      const task = await loadFor(request)
      const names = new Map((await businesses.list(deps.db)).map(({ id, name }) => [id, name]))
      const failures = await tasks.failures(deps.db, task, FAILURES_SHOWN_MAX)
      return {
        task: (await taskPresenter(deps))(task),
        failures: failures.map(({ position, name, message }) => ({ row: position, name: names.get(name) ?? name, message })),
      }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/tasks/:id/bad_rows.csv', STAFF, {
    id: 'getTaskBadRows',
    summary: 'The bad rows of an import as CSV',
    description: 'With a column that names their mistakes, to be corrected and imported again.',
    params: TaskParams,
    answers: { 200: fileAnswer('The rows', 'text/csv') },
    handler: async (request, reply) => {
      const task = await loadFor(request)
      const failures = await tasks.failures(deps.db, task, BAD_ROWS_MAX)
      const byRow = [...Map.groupBy(failures, ({ position }) => position).values()]
      const bad = byRow.map((own) => ({
        cells: own[0]!.cells,
        mistakes: own.map(({ name, message }) => `${name} ${message}`.trim()),
      }))
      return sendFile(reply, `${task.id}.csv`, BYTE_ORDER_MARK + badRowsCsv(JSON.parse(task.header), bad))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/tasks/:id/resume', STARTERS, {
    id: 'resumeTask',
    summary: 'Go on with work that has stopped',
    description: 'From where it stopped.',
    params: TaskParams,
    answers: { 200: goodAnswer('The task', TaskAnswer, MONTH_END_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      await loadFor(request)
      return (await taskPresenter(deps))(await resumeTask(deps, authorOf(deps, request), request.params.id))
    },
  })
}

export const register: OpsRegister = { schemas: TASK_SCHEMAS, ops: [taskRoutes] }
