// Converts tasks to JSON, with the names of businesses and staff.

import type { Task } from '../../domain/tasks/task.ts'
import type { Deps } from '../../flows/deps.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as staffStore from '../../store/staff/staff.ts'

/** Returns a function that converts a task to JSON. The names of businesses and staff are read only once for a whole list. */
export const taskPresenter = async (deps: Deps) => {
  const businessNames = new Map((await businesses.list(deps.db)).map(({ id, name }) => [id, name]))
  const staffNames = new Map((await staffStore.list(deps.db)).map(({ id, name }) => [id, name]))
  return (task: Task) => ({
    task_id: task.id,
    kind: task.kind,
    mode: task.mode,
    business_id: task.businessId,
    business_name: task.businessId === null ? null : (businessNames.get(task.businessId) ?? null),
    state: task.state,
    done: task.done,
    total: task.total,
    position: task.position,
    failed: task.failed,
    failure: task.failure,
    started_by: task.startedBy,
    started_by_name: staffNames.get(task.startedBy) ?? null,
    created_at: instant(task.createdAt),
    changed_at: instant(task.changedAt),
    finished_at: nullableInstant(task.finishedAt),
  })
}
