import { Refused } from '#kernel/errors.ts'
import { accessTo, formSubject } from '#kernel/fields/disclosure.ts'
import { readsAmong } from '#kernel/evaluate/access/confidential-reads.ts'
import type { Feel, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { accessIn } from '#server/documents/values/disclosed-values.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Figures } from '../wire.ts'
import type { CountedPage } from './counted-page.ts'
import { dependsOn } from './counting/sums.ts'
import type { StatisticsQuery } from './page-queries.ts'
import type { RegisterReads } from './extension-points.ts'

/** Measures, dimensions and texts of single entries of a page that read something that a caller is not shown. */
export type Withheld = ReadonlySet<string>

/** The name under which {@link Withheld} has the title of entries. */
export const titleOfEntries = 'title'

/** Key for a field that the caller is not shown, and that decides what is counted or on which day: nothing is listed or summed. */
export const allOfForm = '*'

interface DrawerReader {
  readonly host: Pick<Host, 'plugins'>
  readonly caller: Caller
}

/**
 * Returns measures, dimensions and texts that single documents and entries of a page keep from a caller, by business type; entries of a
 * register have the key ''.
 */
export function withheldOn(page: CountedPage, { host, caller }: DrawerReader): ReadonlyMap<string, Withheld> {
  const byType = new Map<string, Withheld>()
  for (const source of page.facts) {
    const form = formOf(host, source.form)
    const own = form ? withheldBySource(page, { source, form, hidden: hiddenPaths(form, caller) }) : []
    if (own.length > 0) byType.set(source.form, new Set([...(byType.get(source.form) ?? []), ...own]))
  }
  const ofEntries = page.entries?.reads.flatMap((reads) => withheldByRegister({ host, caller }, reads)) ?? []
  if (ofEntries.length > 0) byType.set('', withDerived(page, ofEntries))
  return byType
}

/** Returns whether documents are narrowed, or chosen at all, by what the caller is not shown of them. */
export const isNarrowedBy = (withheld: ReadonlyMap<string, Withheld>, keys: readonly string[]): boolean =>
  [...withheld.values()].some((each) => each.has(allOfForm) || keys.some((key) => each.has(key)))

/** Measures and dimensions that no sum of a page may show, group or narrow by: a period, filter or row may leave a single document. */
export const withheldFromSums = (page: CountedPage, reader: DrawerReader): Withheld =>
  new Set([...withheldOn(page, reader).values()].flatMap((keys) => [...keys]))

/** Returns whether neither one of these keys nor the whole of a page is withheld. */
export const isShown = (withheld: Withheld, keys: readonly string[]): boolean => !isNarrowedBy(new Map([['', withheld]]), keys)

/** @throws Refused if one of these keys, or the whole of a page, follows from something that the caller is not shown */
export function demandShown(withheld: Withheld, keys: readonly string[]): void {
  if (!isShown(withheld, keys)) throw new Refused('statistics.withheld')
}

/** The measures and dimensions by which a question narrows what is counted. */
export const narrowingKeys = ({ row = {}, filters, departments, enterprises, measure }: Narrowing): readonly string[] => [
  ...Object.keys(row),
  ...Object.keys(filters),
  ...(departments ?? enterprises ? ['department'] : []),
  ...(measure === undefined ? [] : [measure]),
]

interface Narrowing extends Pick<StatisticsQuery, 'filters' | 'departments' | 'enterprises'> {
  readonly row?: Readonly<Record<string, string | undefined>>
  readonly measure?: string | undefined
}

/** Figures without those that follow from what their reader is not shown. */
export const disclosedFigures = (figures: Figures, withheld: Withheld | undefined): Figures =>
  withheld ? Object.fromEntries(Object.entries(figures).map(([key, figure]) => [key, withheld.has(key) ? null : figure])) : figures

const formOf = ({ plugins }: DrawerReader['host'], key: string): Form | undefined =>
  plugins.flatMap(({ forms }) => forms).find((form) => form.key === key)

/** Paths that the reader of somebody else's document is not shown whole. */
function hiddenPaths(form: Form, reader: Caller): readonly string[] {
  const access = accessIn({ form, reader, document: { starter: '', applicant: '' } })
  const paths = Object.entries(form.fields).flatMap((
    [key, { columns = {} }],
  ) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])
  return paths.filter((path) => ['hidden', 'masked'].includes(access(path)))
}

interface SourceReading {
  readonly source: FactSource
  readonly form: Pick<Form, 'fields'>
  readonly hidden: readonly string[]
}

function withheldBySource(page: StatisticsPage, { source, form: { fields }, hidden }: SourceReading): readonly string[] {
  if (hidden.length === 0) return []
  const { rows: table, when, department, dimensions = {}, measures } = source
  const reads = (feel: Feel) => readsAmong(fields, feel, hidden, table === undefined ? {} : { table }).length > 0
  const isHidden = (name: string) => hidden.includes(pathOf(fields, table, name))
  const keys = [
    ...Object.entries(dimensions).flatMap(([key, from]) => ((typeof from === 'string' ? isHidden(from) : reads(from.of)) ? [key] : [])),
    ...(department !== undefined && isHidden(department) ? ['department'] : []),
    ...Object.entries(measures).flatMap(([key, feel]) => (reads(feel) ? [key] : [])),
  ]
  return when !== undefined && reads(when) ? [allOfForm, ...keys] : [...withDerived(page, keys)]
}

/** A name is that of a column of the counted table first. */
const pathOf = (fields: Fields, table: string | undefined, name: string): string =>
  table !== undefined && fields[table]?.columns?.[name] ? `${table}.${name}` : name

function withheldByRegister({ host, caller }: DrawerReader, { subject, fields }: RegisterReads): readonly string[] {
  const resource = host.plugins.flatMap(({ resources }) => resources).find(({ name }) => name === subject)
  const form = host.plugins.flatMap(({ forms }) => forms).find(({ key }) => formSubject(key) === subject)
  const hidden = form && hiddenPaths(form, caller)
  const isHidden = (field: string) =>
    resource ? !['full', 'readOnly'].includes(accessTo(resource, caller, field)) : hidden?.includes(field) === true
  return Object.entries(fields).filter(([, read]) => read.some(isHidden)).map(([key]) => key)
}

/** With the measures that are derived from, or summed under another name of, these. */
function withDerived(page: StatisticsPage, keys: readonly string[]): Withheld {
  const known = new Set(keys)
  const derived = Object.entries(page.measures).flatMap(([key, { sums }]) =>
    (sums !== undefined && known.has(sums)) || dependsOn(page, key).some((each) =>
        known.has(each) ||
        known.has(page.measures[each]?.sums ?? '')
      ) ?
      [key] :
      []
  )
  return new Set([...known, ...derived])
}
