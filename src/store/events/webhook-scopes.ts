// Whose webhook endpoint or delivery it is, by its token alone: for staff.

import type { Scope } from '../../domain/businesses/business.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Query } from '../engine/db.ts'

type ScopeRow = { business_id: string; mode: Scope['mode'] }

const scopeIn = (rows: readonly ScopeRow[], what: string): Scope => {
  if (!rows[0]) throw new Rejection('NOT_FOUND', `No such ${what}.`)
  return { businessId: rows[0].business_id, mode: rows[0].mode }
}

export const ofEndpoint = async (db: Query, id: string): Promise<Scope> => {
  const sql = 'select business_id, mode from webhook_endpoints where id = $1 and deleted_at is null'
  return scopeIn(isId('whk', id) ? await db.query<ScopeRow>(sql, [id]) : [], 'webhook endpoint')
}

export const ofDelivery = async (db: Query, id: string): Promise<Scope> => {
  const sql = 'select business_id, mode from webhook_deliveries where id = $1'
  return scopeIn(isId('whd', id) ? await db.query<ScopeRow>(sql, [id]) : [], 'webhook delivery')
}
