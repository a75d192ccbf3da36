// Background tasks: progress, failures, and the lease of the server that works on a task.

import type { NewTask, Task, TaskFailure, TaskKind } from '../../domain/tasks/task.ts'
import { newTask } from '../../domain/tasks/task.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../platform/engine/paging.ts'
import { countRows, insertCounted, insert as insertRows, parameters, readRow } from '../../platform/engine/rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Task>()(
  'id, version, kind, mode, business_id, subject, input, header, state, done, total, position, failed, failure, attempts, started_by, request_id, created_at, changed_at, finished_at, lease_until',
)
type TaskRow = ReturnType<typeof plain.toRow>

/** `isNew` is false if a task with the same subject was already running. `task` is then the running task. */
export type Started = { task: Task; isNew: boolean }

/** Stores a new task. If a task with the same subject is already running, returns the running task instead. */
export const start = async (tx: Tx, given: NewTask, now: number): Promise<Started> => {
  const task = newTask(given, now)
  const inserted = await insertCounted(tx, 'tasks', [plain.toRow(task)], `on conflict (subject) where state = 'running' do nothing`)
  return inserted === 1 ? { task, isNew: true } : { task: (await running(tx, given.subject))!, isNew: false }
}

export const running = (db: Query, subject: string): Promise<Task | null> =>
  readRow(db, `select * from tasks where state = 'running' and subject = $1`, [subject], plain.fromRow)

export const load = async (db: Query, id: string): Promise<Task> => plain.fromRow(await loadRow<TaskRow>(db, 'tsk', id))

/** Running tasks that no server is working on, oldest first. */
export const idle = async (db: Query, now: number): Promise<Task[]> =>
  (await db.query<TaskRow>(`select * from tasks where state = 'running' and lease_until <= $1 order by created_at, id`, [now])).map(
    plain.fromRow,
  )

/** Thrown by `save` if another server or a person has changed the task. */
export class TaskTaken extends Error {
  override name = 'TaskTaken'
}

/**
 * Saves a task that was read as `before`. If the task has changed since, throws TaskTaken and does not retry. Writes only changed columns,
 * because the input may be large.
 */
export const save = async (db: Query, before: Task, after: Task): Promise<Task> => {
  const { id, version, ...columns } = plain.toRow(after)
  const stored: Record<string, Value> = plain.toRow(before)
  const fresh = Object.entries(columns).filter(([name, value]) => value !== stored[name])
  const sets = fresh.map(([name], index) => `, ${name} = $${index + 3}`).join('')
  const changed = await db.execute(`update tasks set version = version + 1${sets} where id = $1 and version = $2`, [
    id,
    before.version,
    ...fresh.map(([, value]) => value),
  ])
  if (changed !== 1) throw new TaskTaken(`task ${id} has changed`)
  return { ...after, version: version + 1 }
}

/** `from`: the number of failures that the task already has. */
export const addFailures = (tx: Tx, task: Task, from: number, failures: readonly TaskFailure[]): Promise<void> =>
  insertRows(
    tx,
    'task_failures',
    failures.map(({ position, name, message, cells }, index) => ({
      task_id: task.id,
      seq: from + index,
      position,
      name,
      message,
      cells: JSON.stringify(cells),
    })),
  )

type FailureRow = { position: number; name: string; message: string; cells: string }

export const failures = async (db: Query, task: Pick<Task, 'id'>, limit: number): Promise<TaskFailure[]> =>
  (
    await db.query<FailureRow>('select position, name, message, cells from task_failures where task_id = $1 order by seq limit $2', [
      task.id,
      limit,
    ])
  ).map(({ cells, ...row }) => ({ ...row, cells: JSON.parse(cells) }))

export const countFailures = (db: Query, task: Task): Promise<number> => countRows(db, 'task_failures where task_id = $1', [task.id])

export type TaskFilter = { mode: Mode; kinds: readonly TaskKind[]; state?: Task['state'] }

export const list = (db: Query, { mode, kinds, state }: TaskFilter, page: PageRequest): Promise<Page<Task>> => {
  const params: Value[] = [mode, ...kinds]
  let where = `mode = $1 and kind in (${parameters(kinds.length, 2)})`
  if (state !== undefined) where += ` and state = $${params.push(state)}`
  return listPage(db, 'select * from tasks', where, params, { ...page, order: newestFirst(mode) }, plain.fromRow)
}

/** Deletes tasks that finished before `before`, and their failures. The records created by these tasks are kept. */
export const prune = async (db: Query, before: number): Promise<number> => {
  await db.execute('delete from task_failures where task_id in (select id from tasks where finished_at < $1)', [before])
  return db.execute('delete from tasks where finished_at < $1', [before])
}
