import type { Host } from '#server/host.ts'
import type { ItemsAnswer } from '../../wire.ts'
import { filterOf, type itemsOf, type PageRequest } from '../page-queries.ts'
import { sumsBy } from '../counting/sums.ts'
import { narrowed } from './drill.ts'
import { figuresOf, summedNeeds } from './figures.ts'
import { namesOf } from './names.ts'

/**
 * The facts of a document behind a figure, grouped by all that the page shows or filters by but the document's own attributes; they add up
 * to what it adds to the figure.
 */
export async function itemsPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof itemsOf>>): Promise<ItemsAnswer> {
  const { db } = host
  const filter = narrowed(await filterOf(host, db, { page, query, caller }), query.row as Readonly<Record<string, string>>)
  if (!filter) return []
  const keys = [...new Set([...page.groupBy, ...page.filters])].filter((key) => !ofDocument.has(key))
  const { rows } = await sumsBy(db, { ...filter, documents: [query.document] }, keys, { having: summedNeeds(page, query.measure) })
  const naming = await namesOf(host, db, page, Object.fromEntries(keys.map((key) => [key, rows.map((row) => row.keys[key] ?? '')])))
  return rows.map((row) => ({
    dimensions: Object.fromEntries(keys.flatMap((key) => (row.keys[key] ? [[key, naming(key, row.keys[key])]] : []))),
    figures: figuresOf(page, row.sums),
  }))
}

const ofDocument: ReadonlySet<string> = new Set(['person', 'state'])
