import { createHash } from 'node:crypto'
import { filterOf } from '#kernel/kinds/host-traits.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { type ResourceColumn, columnsOf } from '../columns.ts'
import { defaultOrder } from '../query.ts'
import { isNeverEmpty } from '../statements.ts'
import { pairsOf } from './han-pairs.ts'

/** An index for a list: its name contains a hash of its definition, so that a changed declaration results in another index. */
export interface ListIndex {
  readonly name: string
  readonly table: string
  /** The definition after `on table`. */
  readonly definition: string
  /** Whether it needs the extension `pg_trgm`. */
  readonly trigrams: boolean
}

/** Prefix of the names of derived indexes; migrations must not use it. */
export const listIndexPrefix = 'record_list_'

/**
 * Maximum length of indexed texts: an entry of a b-tree is limited to 2,700 bytes; longer texts are sorted and compared without an index.
 */
const longestText = 300

/**
 * The indexes for sorting, filtering and searching a resource's list: its default order, each sortable column in both directions, each
 * filter, and trigrams of all searched texts.
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

/**
 * The orders that an index is needed for: one index serves both directions of a column without nulls; with nulls last in both directions,
 * two are needed.
 */
const bothWays = (column: ResourceColumn): RecordOrder[] =>
  (isNeverEmpty(column) ? [false] : [false, true]).map((descending) => [{ column, descending }])

const ordered = (order: RecordOrder): string =>
  `(${[...order.map(entry), order[0]?.descending ? 'id desc' : 'id'].join(', ')}) where del_flag = 0`

/** The indexes for the keyword search in texts and pinyin: trigrams for letters, pairs for Chinese. */
function searchIndex(searched: readonly ResourceColumn[]): string[] {
  const texts = searched.filter(({ type }) => type === 'text').map(({ name }) => name)
  return texts.length === 0
    ? []
    : [`using gin (${[...new Set([...texts, 'pinyin'])].map((name) => `${name} gin_trgm_ops`).join(', ')}) where del_flag = 0`,
      `using gin ((${pairsOf(texts)})) where del_flag = 0`]
}

const entry = ({ column, descending }: RecordOrder[number]): string =>
  [column.name, ...(descending ? ['desc'] : []), ...(descending && !isNeverEmpty(column) ? ['nulls last'] : [])].join(' ')

/** Returns whether values of the column fit into a b-tree index. */
function isOrdered({ type, field }: ResourceColumn): boolean {
  if (type === 'texts' || type === 'json' || type === 'boolean') return false
  const isTyped = field !== undefined && kindOf(field).holds === 'text'
  return !isTyped || (field.max ?? Number.POSITIVE_INFINITY) <= longestText
}

function nameOf(table: string, definition: string): string {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 8)
  return `${listIndexPrefix}${table.slice(0, 41)}_${hash}`
}
