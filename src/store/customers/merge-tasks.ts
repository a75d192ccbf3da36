// Merges of customers, undone merges and renamed customers whose work is under way: who works on them, and what each of their slices did.

import type { Scope } from '../../domain/businesses/business.ts'
import type { CustomerStatus } from '../../domain/customers/customer.ts'
import { columnsOf } from '../engine/columns.ts'
import type { Db, Query, Tx } from '../engine/db.ts'
import { insert, parameters } from '../engine/rows.ts'
import type { Moved } from './customer-merges.ts'

export type MergeTask = Scope & {
  /** The token of the merge. */
  id: string
  /** Of a `rename`, kept and merged are the customer that got another name. */
  kind: 'merge' | 'undo' | 'rename'
  keptId: string
  mergedId: string
  statusBefore: CustomerStatus
  actor: string
  requestId: string
  startedAt: number
  workedAt: number
}

/** What an undo gives back in one slice. `repacked`: what packages were repacked into, which goes back if all that it was made of does. */
export type Batch =
  | { kind: 'quotes' | 'inbound' | 'charges'; ids: string[] }
  | { kind: 'packages' | 'repacked'; ids: string[]; identifier: string | null; name: string }

/** What was not given back. `mixed`: packages that held goods of both customers when they were looked at. */
export type Left = { left: string[]; mixed: string[] }

const plain = columnsOf<MergeTask>()(
  'business_id, mode, id, kind, kept_id, merged_id, status_before, actor, request_id, started_at, worked_at',
)
type TaskRow = ReturnType<typeof plain.toRow>

const OF_TASK = 'business_id = $1 and mode = $2 and merge_id = $3'
const ONE_OPEN = 'business_id = $1 and mode = $2 and id = $3 and left_ids is null'

const keyOf = ({ businessId, mode, id }: MergeTask) => [businessId, mode, id] as const

export const begin = async (tx: Tx, task: MergeTask): Promise<void> => {
  await insert(tx, 'customer_merge_tasks', [plain.toRow(task)])
}

/** Takes the lock of a task for the rest of the transaction: its slices come one after the other. False when it is finished. */
export const lock = async (tx: Tx, task: MergeTask, now: number): Promise<boolean> =>
  (await tx.execute(`update customer_merge_tasks set worked_at = $4 where ${ONE_OPEN}`, [...keyOf(task), now])) === 1

/** Those under way in which one of the customers takes part. */
export const ofCustomers = async (db: Query, scope: Scope, customerIds: readonly string[]): Promise<MergeTask[]> => {
  const among = `in (${parameters(customerIds.length, 3)})`
  const rows = await db.query<TaskRow>(
    `select * from customer_merge_tasks where business_id = $1 and mode = $2 and left_ids is null
       and (kept_id ${among} or merged_id ${among}) order by started_at, id`,
    [scope.businessId, scope.mode, ...customerIds],
  )
  return rows.map(plain.fromRow)
}

/** Open tasks of all businesses that were last worked on before a moment, oldest first. */
export const abandoned = async (db: Query, workedBefore: number, limit: number): Promise<MergeTask[]> => {
  const rows = await db.query<TaskRow>(
    'select * from customer_merge_tasks where left_ids is null and worked_at < $1 order by worked_at, id limit $2',
    [workedBefore, limit],
  )
  return rows.map(plain.fromRow)
}

/** False when somebody has worked on it since it was read. */
export const claim = async (db: Db, task: MergeTask, now: number): Promise<boolean> => {
  const sql = `update customer_merge_tasks set worked_at = $5 where ${ONE_OPEN} and worked_at = $4`
  return (await db.execute(sql, [...keyOf(task), task.workedAt, now])) === 1
}

type SliceRow = { number: number; todo: string | null; done: string | null }

const nextNumber = async (tx: Tx, task: MergeTask): Promise<number> => {
  const sql = `select coalesce(max(number), 0) + 1 as number from customer_merge_slices where ${OF_TASK}`
  return (await tx.query<{ number: number }>(sql, [...keyOf(task)]))[0]!.number
}

const add = async (tx: Tx, task: MergeTask, slices: readonly Omit<SliceRow, 'number'>[]): Promise<void> => {
  if (slices.length === 0) return
  const first = await nextNumber(tx, task)
  const key = { business_id: task.businessId, mode: task.mode, merge_id: task.id }
  for (let from = 0; from < slices.length; from += ROWS_AT_ONCE) {
    const some = slices.slice(from, from + ROWS_AT_ONCE)
    await insert(
      tx,
      'customer_merge_slices',
      some.map((slice, index) => ({ ...key, number: first + from + index, ...slice })),
    )
  }
}

/** Both engines bound the parameters of one statement. */
const ROWS_AT_ONCE = 500

/** What a slice of a merge moved. */
export const addMoved = (tx: Tx, task: MergeTask, moved: Moved): Promise<void> =>
  add(tx, task, [{ todo: null, done: JSON.stringify(moved) }])

/** What slices of an undo are to give back. */
export const addTodo = (tx: Tx, task: MergeTask, batches: readonly Batch[]): Promise<void> =>
  add(
    tx,
    task,
    batches.map((batch) => ({ todo: JSON.stringify(batch), done: null })),
  )

/** What the first slice of an undo did not give back. */
export const addLeft = (tx: Tx, task: MergeTask, left: Left): Promise<void> => add(tx, task, [{ todo: null, done: JSON.stringify(left) }])

export const nextTodo = async (tx: Tx, task: MergeTask): Promise<{ number: number; batch: Batch } | null> => {
  const sql = `select number, todo from customer_merge_slices where ${OF_TASK} and done is null order by number limit 1`
  const [row] = await tx.query<{ number: number; todo: string }>(sql, [...keyOf(task)])
  return row ? { number: row.number, batch: JSON.parse(row.todo) as Batch } : null
}

export const setDone = async (tx: Tx, task: MergeTask, number: number, left: Left): Promise<void> => {
  const sql = `update customer_merge_slices set done = $5 where ${OF_TASK} and number = $4`
  await tx.execute(sql, [...keyOf(task), number, JSON.stringify(left)])
}

const allDone = async <T>(tx: Tx, task: MergeTask): Promise<T[]> => {
  const sql = `select done from customer_merge_slices where ${OF_TASK} and done is not null order by number`
  return (await tx.query<{ done: string }>(sql, [...keyOf(task)])).map(({ done }) => JSON.parse(done) as T)
}

/** What the slices of a merge have moved, in their order. */
export const allMoved = (tx: Tx, task: MergeTask): Promise<Moved[]> => allDone(tx, task)

/** What the slices of an undo have not given back, in their order. */
export const allLeft = (tx: Tx, task: MergeTask): Promise<Left[]> => allDone(tx, task)

const removeSlices = (tx: Tx, task: MergeTask): Promise<number> =>
  tx.execute(`delete from customer_merge_slices where ${OF_TASK}`, [...keyOf(task)])

/** Of a merge: what was moved is with the merge from now on. */
export const remove = async (tx: Tx, task: MergeTask): Promise<void> => {
  await removeSlices(tx, task)
  await tx.execute(`delete from customer_merge_tasks where ${ONE_OPEN}`, [...keyOf(task)])
}

/** Of an undo: what was not given back is kept for whoever asked for the undo. */
export const finishUndo = async (tx: Tx, task: MergeTask, left: readonly string[]): Promise<void> => {
  await removeSlices(tx, task)
  await tx.execute(`update customer_merge_tasks set left_ids = $4 where ${ONE_OPEN}`, [...keyOf(task), JSON.stringify(left)])
}

/** What a finished undo has not given back. */
export const leftBy = async (db: Query, task: MergeTask): Promise<string[]> => {
  const sql = 'select left_ids from customer_merge_tasks where business_id = $1 and mode = $2 and id = $3'
  const [row] = await db.query<{ left_ids: string }>(sql, [...keyOf(task)])
  return row ? (JSON.parse(row.left_ids) as string[]) : []
}

/** Forgets undos that were finished before a moment: whoever asked for them has the answer, or is gone. */
export const prune = (db: Db, workedBefore: number): Promise<number> =>
  db.execute('delete from customer_merge_tasks where left_ids is not null and worked_at < $1', [workedBefore])
