import dayjs from 'dayjs'
import type { StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { FactFilter, SumKey } from '../counted-page.ts'
import type { DayRange } from '../periods.ts'

/** Longest period, in days, that line charts show by day; longer periods are shown by month. */
const lineDays = 92

/** Group-by keys of a chart; without a period, the finest time resolution that it may use. */
export function keysOfChart({ kind, by, across: over }: StatisticsChart, period?: DayRange): readonly SumKey[] {
  const own = by === undefined ? [] : [by]
  if (kind === 'columns' || kind === 'lines') return [isDaily(over, period) ? 'day' : 'month', ...own]
  if (kind === 'calendar') return ['day']
  return kind === 'heat' ? [...own, over ?? 'month'] : own
}

/** Returns whether a chart over days is grouped by day and not by month. */
export const isDaily = (over: string | undefined, period: DayRange | undefined): boolean =>
  over === 'day' && (period === undefined || dayjs(period.to).diff(dayjs(period.from), 'day') < lineDays)

/** The measures that a chart shows. */
export const measuresOfChart = (
  { measure, measures = [], beside }: StatisticsChart,
): readonly string[] => [measure, ...measures, ...(beside === undefined ? [] : [beside].flat())]

/** Dimensions by which a page's facts are aggregated in the fold. */
export interface Grouping {
  /** Names of the dimensions, in order. */
  readonly name: string
  readonly dimensions: readonly string[]
  /** Also aggregated by day. */
  readonly hasDays: boolean
  /** Numeric dimension for a median: only facts with it are folded, and only counts per number. */
  readonly numbers?: string
}

const times: ReadonlySet<string> = new Set(['month', 'week', 'day'])

/** Returns whether a key is a time and not a dimension. */
export const isTime = (key: SumKey): boolean => times.has(key)

/** Returns whether a key is a time shorter than a month. */
export const isShort = (key: SumKey): boolean => key === 'day' || key === 'week'

/**
 * The groupings of a page: by the dimensions of the table, of each chart, of each leading column and of each filter, each alone and with
 * the department for data scopes. Also each of these with each filter, for callers that see all departments; others have few enough facts
 * to read directly. The table is folded again per number of a median. With days if a chart shows days or weeks; the grand total and the
 * total by department always have days, since headlines cover arbitrary periods.
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

/** Description of a page's folding; a stored fold with another description is rebuilt. */
export const foldingOf = (page: StatisticsPage): string =>
  ['by year and month', ...groupingsOf(page).map(({ name, hasDays }) => (hasDays ? `${name} by day` : name))].join(', ')

/** The grouping that answers a query, and how documents are counted in it. */
interface Route {
  readonly grouping: Grouping
  /** Documents can be counted from it: each occurs in one grouping row per result row. */
  readonly countsDocuments: boolean
  /** A result row combines several departments: a document in more than one of them is counted in each. */
  readonly repeatsDocuments: boolean
}

/** Up to this many persons, facts are read by person instead of from the fold. */
const fewPeople = 20

/** The smallest grouping that answers a query, with how it counts documents; undefined if there is none. */
export function routeOf(filter: FactFilter, keys: readonly SumKey[], needsDocuments: boolean): Route | undefined {
  if (isFactsOnly(filter, keys)) return undefined
  const shown = new Set(keys.filter((key) => !isTime(key)))
  const narrowed = narrowedBy(filter)
  const needed = new Set([...shown, ...narrowed.keys()])
  const [grouping] = groupingsOf(filter.page)
    .filter(({ dimensions, hasDays }) => [...needed].every((key) => dimensions.includes(key)) && (hasDays || !keys.some(isShort)))
    .toSorted((one, other) => one.dimensions.length - other.dimensions.length)
  if (!grouping) return undefined
  // a document may be in several grouping rows; they can only be added up, with a correction, if a result row combines grouping rows that
  // differ in nothing but the department
  const divided = [...needed].filter((key) => !shown.has(key) && narrowed.get(key) !== 1)
  const countsDocuments = needsDocuments && grouping.dimensions.length === needed.size && divided.every((key) => key === 'department')
  return { grouping, countsDocuments, repeatsDocuments: countsDocuments && divided.length > 0 }
}

const isFactsOnly = ({ register, documents, filters, page: { measures } }: FactFilter, keys: readonly SumKey[]): boolean =>
  register !== undefined || documents !== undefined || keys.includes('document') || (filters['person']?.length ?? fewPeople) < fewPeople ||
  Object.values(measures).some(({ over }) => over !== undefined)

/**
 * Number of values that each dimension is filtered to. A scope of departments counts as infinitely many, because the caller's own facts are
 * added to it.
 */
function narrowedBy({ scope, departments, filters }: FactFilter): ReadonlyMap<string, number> {
  const narrowed = new Map(Object.entries(filters).map(([key, values]) => [key, values.length]))
  if (departments) narrowed.set('department', departments.length)
  if (scope !== 'all') narrowed.set('department', Number.POSITIVE_INFINITY)
  return narrowed
}
