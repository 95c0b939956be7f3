import type { StatisticsPage } from '#kernel/statistics.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { keysOfChart } from '../answers/chart-keys.ts'

/** Dimensions by which a page's facts are folded: the figures of such a grouping are sums over its values. */
export interface Grouping {
  /** The dimensions, in their order. */
  readonly name: string
  readonly dimensions: readonly string[]
  /** It is folded by day, too. */
  readonly hasDays: boolean
  /** Only facts that have a number in this dimension are folded, and only their number: what a median is taken of. */
  readonly numbers?: string
}

const times: ReadonlySet<string> = new Set(['month', 'week', 'day'])

/** Returns whether a key groups facts by time and not by a dimension. */
export const isTime = (key: SumKey): boolean => times.has(key)

/** Returns whether a key tells times apart that are shorter than a month. */
export const isShort = (key: SumKey): boolean => key === 'day' || key === 'week'

/**
 * The groupings of a page: by the dimensions of its table, of each of its charts, of a value that leads a row and of each filter that it
 * offers, each alone and with the department, which data scopes go by; all of these under each filter, too, for those who see all
 * departments: facts of few are found by these. What the table shows is folded once more by the numbers of a median. By day where a chart
 * shows days or weeks, and as a whole and by department: headlines are of any days.
 */
export function groupingsOf(
  { groupBy, charts, leading = {}, filters: offered, dimensions, measures }: StatisticsPage,
): readonly Grouping[] {
  const filters = offered.filter((key) => key in dimensions)
  const table = [[], groupBy]
  const shown = [...table, ...charts.map((chart) => keysOfChart(chart))]
  const leaders = Object.values(leading).map(({ by }) => [...groupBy, by])
  const scoped = (all: readonly (readonly SumKey[])[]) => all.flatMap((keys) => [keys, [...keys, 'department']])
  const filtered = (all: readonly (readonly SumKey[])[]) => all.flatMap((keys) => filters.map((key) => [...keys, key]))
  const groupings = new Map<string, Grouping>()
  for (const keys of [...scoped([...shown, ...leaders, ...filtered([[]])]), ...filtered([...shown, ...leaders])]) {
    const grouping = groupingOf(keys)
    const hasDays = keys.some(isShort) || grouping.dimensions.every((key) => key === 'department')
    groupings.set(grouping.name, { ...grouping, hasDays: hasDays || groupings.get(grouping.name)?.hasDays === true })
  }
  const medians = new Set(Object.values(measures).flatMap(({ medianOf }) => medianOf ?? []))
  for (const numbers of medians) {
    for (const keys of [...scoped(table), ...filtered(table)]) {
      const grouping = groupingOf([...keys, numbers])
      groupings.set(grouping.name, { ...grouping, hasDays: false, numbers })
    }
  }
  return [...groupings.values()]
}

function groupingOf(keys: readonly SumKey[]): Pick<Grouping, 'name' | 'dimensions'> {
  const dimensions = [...new Set(keys.filter((key) => !isTime(key)))].toSorted()
  return { name: dimensions.join(' '), dimensions }
}

/** Describes how a page is folded. A fold with another description is made anew. */
export const foldingOf = (page: StatisticsPage): string =>
  ['by year and month', ...groupingsOf(page).map(({ name, hasDays }) => (hasDays ? `${name} by day` : name))].join(', ')

/** The way in which folded sums answer a question. */
interface Route {
  readonly grouping: Grouping
  /** Documents are counted in it, too: each stands once in a row of it and in a row of the answer. */
  readonly countsDocuments: boolean
  /** A row of the answer is made up of several departments: a document that stands in more than one of them is counted in each. */
  readonly repeatsDocuments: boolean
}

/** The facts of so few people are found faster by the person than their rows among those of everybody. */
const fewPeople = 20

/** The grouping that answers a question, if any does: one in which documents are counted comes first. */
export function routeOf(filter: FactFilter, keys: readonly SumKey[], needsDocuments: boolean): Route | undefined {
  if (isFactsOnly(filter, keys)) return undefined
  const shown = new Set(keys.filter((key) => !isTime(key)))
  const narrowed = narrowedBy(filter)
  const needed = new Set([...shown, ...narrowed.keys()])
  const [grouping] = groupingsOf(filter.page)
    .filter(({ dimensions, hasDays }) => [...needed].every((key) => dimensions.includes(key)) && (hasDays || !keys.some(isShort)))
    .toSorted((one, other) => one.dimensions.length - other.dimensions.length)
  if (!grouping) return undefined
  // a document stands in several rows of a grouping; those of one row of the answer are one row of the grouping only if nothing but
  // departments tells them apart
  const divided = [...needed].filter((key) => !shown.has(key) && narrowed.get(key) !== 1)
  const countsDocuments = needsDocuments && grouping.dimensions.length === needed.size && divided.every((key) => key === 'department')
  return { grouping, countsDocuments, repeatsDocuments: countsDocuments && divided.length > 0 }
}

const isFactsOnly = ({ register, documents, filters, page: { measures } }: FactFilter, keys: readonly SumKey[]): boolean =>
  register !== undefined || documents !== undefined || keys.includes('document') || (filters['person']?.length ?? fewPeople) < fewPeople ||
  Object.values(measures).some(({ over }) => over !== undefined)

/**
 * The number of values that each dimension is narrowed to. A scope of some departments never counts as one, because the caller's own facts
 * stand beside it.
 */
function narrowedBy({ scope, departments, filters }: FactFilter): ReadonlyMap<string, number> {
  const narrowed = new Map(Object.entries(filters).map(([key, values]) => [key, values.length]))
  if (departments) narrowed.set('department', departments.length)
  if (scope !== 'all') narrowed.set('department', Number.POSITIVE_INFINITY)
  return narrowed
}
