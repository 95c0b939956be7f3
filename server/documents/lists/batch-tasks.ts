import { Refused } from '#kernel/errors.ts'
import { batchPasses, type JudgementContext } from '../lifecycle/batch-pass.ts'
import type { ListFilter, ListContext } from './list-types.ts'
import { page } from './lists.ts'

/** Most tasks of one person that are judged at a time. */
const most = 100

/**
 * The to-do list with the tasks among those that the filter leaves which may be passed together. What a node asks for depends on values,
 * records and rates, so that the engine judges each task as for its box on the page. Where more tasks are left than are judged, it stays
 * unknown.
 * @throws Refused `documents.tooManyToJudge` where the filter asks for it then
 */
export async function judgedListing(context: JudgementContext, listing: ListContext, filter: ListFilter): Promise<ListContext> {
  const batchTasks = await batchTasksOf(context, listing, filter)
  if (!batchTasks && filter.batchPass) throw new Refused('documents.tooManyToJudge', { most })
  return batchTasks ? { ...listing, batchTasks } : listing
}

async function batchTasksOf(context: JudgementContext, listing: ListContext, filter: ListFilter): Promise<readonly string[] | undefined> {
  const unremarked = { ...filter, batchPass: false, overdue: false, urged: false, marks: [] }
  const rows = await page(listing, 'todo', { ...unremarked, current: 1, size: most + 1, orders: [] })
  if (rows.length > most) return undefined
  const passes = await batchPasses(context, rows)
  return rows.flatMap(({ task }) => (task !== null && passes.get(task) === true ? [task] : []))
}
