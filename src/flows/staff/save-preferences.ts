// Saves a staff member's preferences for the console: the language, and saved views of lists.

import type { Language } from '../../domain/staff/staff.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as preferences from '../../store/staff/preferences.ts'
import type { SavedView } from '../../store/staff/saved-views.ts'
import * as savedViews from '../../store/staff/saved-views.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'

export const VIEWS_MAX = 100
const PAGE = /^\/[a-z_/]{1,60}$/

export const saveLanguage = (deps: Deps, author: Author, language: Language): Promise<void> =>
  deps.db.transaction(author, (tx) => preferences.saveLanguage(tx, author.actor, language))

/** Saves a view of a list. Replaces the author's earlier view of the same list with the same name. */
export const saveView = (deps: Deps, author: Author, request: Pick<SavedView, 'page' | 'name' | 'query'>): Promise<SavedView> => {
  const { page, query } = request
  const name = request.name.trim()
  if (name === '') throw invalidField('name', 'is required')
  if (!PAGE.test(page)) throw invalidField('page', 'must be the path of a list, such as /packages')
  return deps.db.transaction(author, async (tx) => {
    // The lock makes a concurrent save wait. Otherwise both saves could count the views before either adds one, and the limit could be
    // exceeded.
    await staffStore.lock(tx, author.actor)
    const own = await savedViews.list(tx, author.actor)
    const isNew = !own.some((each) => each.page === page && each.name === name)
    if (isNew && own.length >= VIEWS_MAX) throw invalidField('name', `is one too many: delete one of your ${VIEWS_MAX} views first`)
    return savedViews.save(tx, { id: deps.newId('view'), staffId: author.actor, page, name, query, createdAt: deps.clock() })
  })
}

export const removeView = (deps: Deps, author: Author, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await savedViews.remove(tx, author.actor, id))) throw new Rejection('NOT_FOUND', 'You have no such view.')
  })
