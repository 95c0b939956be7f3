import { createHash } from 'node:crypto'
import { filterOf } from '#kernel/kinds/filter.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { type ResourceColumn, columnsOf } from '../columns.ts'
import { defaultOrder } from '../query.ts'
import { isNeverEmpty } from '../statements.ts'
import { pairsOf } from './han-pairs.ts'

/** An index that serves a list: its name is one with its definition, so that a changed declaration gets another index. */
export interface ListIndex {
  readonly name: string
  readonly table: string
  /** The definition that follows `on table`. */
  readonly definition: string
  /** It needs the extension `pg_trgm`. */
  readonly trigrams: boolean
}

/** Every derived index is called so; no migration calls one of its own like that. */
export const listIndexPrefix = 'record_list_'

/** An entry of a b-tree holds 2,700 bytes: longer texts are sorted and compared without one. */
const longestText = 300

/**
 * The indexes by which a resource's list is sorted, filtered and searched: its own order, each column that a person may
 * sort by in both directions, each filter, and all searched texts together by trigrams.
 */
export function listIndexesOf(resource: Resource): ListIndex[] {
  const columns = columnsOf(resource)
  const of = (wires: readonly (string | undefined)[]) => wires.flatMap((wire) => columns.get(wire ?? '') ?? [])
  const scope = scopeOf(resource)
  const compared = [...of(resource.filters).filter(({ field }) => field && hasIndexedFilter(field)),
    ...of([scope?.departments, scope?.owner])]
  const definitions = [
    ...[defaultOrder(resource), ...of(resource.columns).flatMap(bothWays), ...compared.map((column) => [{ column, descending: false }])]
      .filter(canBeOrdered).map(ordered),
    ...compared.filter(({ type }) => type === 'texts').map(({ name }) => `using gin (${name}) where del_flag = 0`),
    ...searchIndex(of(resource.search)),
  ]
  return [...new Set(definitions)].map((definition) => ({ name: nameOf(resource.table, definition), table: resource.table, definition,
    trigrams: definition.includes('gin_trgm_ops') })
  )
}

type RecordOrder = ReturnType<typeof defaultOrder>

const canBeOrdered = (order: RecordOrder): boolean => order.length > 0 && order.every(({ column }) => isOrdered(column))
const hasIndexedFilter = (field: NonNullable<ResourceColumn['field']>): boolean => !['contains', null].includes(filterOf(field))

/** One index is read in both directions where nothing is empty; where empty values go last both ways, it takes two. */
const bothWays = (column: ResourceColumn): RecordOrder[] =>
  (isNeverEmpty(column) ? [false] : [false, true]).map((descending) => [{ column, descending }])

const ordered = (order: RecordOrder): string =>
  `(${[...order.map(entry), order[0]?.descending ? 'id desc' : 'id'].join(', ')}) where del_flag = 0`

/** The indexes of what a keyword is looked for in, the searched texts and how the name is typed: letters by trigrams, Chinese by pairs. */
function searchIndex(searched: readonly ResourceColumn[]): string[] {
  const texts = searched.filter(({ type }) => type === 'text').map(({ name }) => name)
  return texts.length === 0
    ? []
    : [`using gin (${[...new Set([...texts, 'pinyin'])].map((name) => `${name} gin_trgm_ops`).join(', ')}) where del_flag = 0`,
      `using gin ((${pairsOf(texts)})) where del_flag = 0`]
}

const entry = ({ column, descending }: RecordOrder[number]): string =>
  [column.name, ...(descending ? ['desc'] : []), ...(descending && !isNeverEmpty(column) ? ['nulls last'] : [])].join(' ')

/** Returns whether values of the column fit into an ordered index. */
function isOrdered({ type, field }: ResourceColumn): boolean {
  if (type === 'texts' || type === 'json' || type === 'boolean') return false
  const isTyped = field !== undefined && ['text', 'textarea', 'richtext'].includes(field.kind)
  return !isTyped || (field.max ?? Number.POSITIVE_INFINITY) <= longestText
}

function nameOf(table: string, definition: string): string {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 8)
  return `${listIndexPrefix}${table.slice(0, 41)}_${hash}`
}
