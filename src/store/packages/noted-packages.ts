// Packages with their notices, read in one statement.

import type { Notice, NoticeLevel } from '../../domain/packages/notice.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { scopeValues } from '../../platform/engine/scope.ts'
import type { FoundRow } from './packages.ts'
import { foundFromRow, load } from './packages.ts'

export type NotedPackage = { parcel: Package; notices: Notice[] }

type NotedRow = FoundRow & {
  notice_id: string | null
  notice_level: NoticeLevel
  notice_body: string
  notice_created_at: number
  notice_deactivated_at: number | null
}

const noticeFrom = (row: NotedRow): Notice[] =>
  row.notice_id === null
    ? []
    : [
        {
          id: row.notice_id,
          packageId: row.id,
          level: row.notice_level,
          body: row.notice_body,
          createdAt: row.notice_created_at,
          deactivatedAt: row.notice_deactivated_at,
        },
      ]

/**
 * Reads packages and notices in one statement, so that they agree even if a package is released at the same moment. The packages have no
 * particular order. Their notices are sorted oldest first.
 */
export const loadNoted = async (db: Query, scope: Scope, ids: readonly string[]): Promise<NotedPackage[]> => {
  if (ids.length === 0) return []
  const rows = await db.query<NotedRow>(
    `select packages.*, notices.id as notice_id, notices.level as notice_level, notices.body as notice_body,
       notices.created_at as notice_created_at, notices.deactivated_at as notice_deactivated_at
     from packages left join notices on notices.business_id = $1 and notices.mode = $2 and notices.package_id = packages.id
     where packages.business_id = $1 and packages.mode = $2 and packages.id in (${parameters(ids.length, 3)})
     order by notices.created_at, notices.id`,
    scopeValues(scope, ...ids),
  )
  const byPackage = Map.groupBy(rows, ({ id }) => id)
  return [...byPackage.values()].map((noted) => ({ parcel: foundFromRow(noted[0]!).parcel, notices: noted.flatMap(noticeFrom) }))
}

export const loadOneNoted = async (db: Query, scope: Scope, id: string): Promise<NotedPackage> => {
  const [noted] = isId('pkg', id) ? await loadNoted(db, scope, [id]) : []
  // `load` throws an error if the package does not exist.
  return noted ?? { parcel: await load(db, scope, id), notices: [] }
}
