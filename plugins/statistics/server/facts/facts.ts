import type { DocumentStatus } from '#approval/types.ts'
import { todayOf, nowOf } from '#kernel/values/dates.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { rmbNames, rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type RowPosition, FormScope } from '#kernel/evaluate/plan/scope.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Form } from '#kernel/form.ts'
import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { stateCodes } from '#server/documents/wire.ts'

/** One fact that a document says now. */
export interface Fact {
  readonly page: string
  readonly line: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly department: string
  readonly person: string
  readonly dimensions: Readonly<Record<string, string>>
  /** Decimal texts; measures of 0 are left out. */
  readonly measures: Readonly<Record<string, string>>
}

/** The parts of a document from which facts follow. */
export interface CountedDocument {
  readonly type: string
  readonly state: string
  readonly value: FormValue
  readonly applicant: string
  readonly department: string
  readonly started_at: Date
  readonly ended_at: Date | null
}

/** Every fact of a document, as it stands. */
export function factsOf(pages: readonly StatisticsPage[], form: Form, document: CountedDocument): readonly Fact[] {
  return pages.flatMap(({ key, facts }) => facts.flatMap((source, index) => (source.form === document.type ? factsFrom({ page: key, source, index }, form, document) : [])))
}

function factsFrom({ page, source, index }: { page: string; source: FactSource; index: number }, form: Form, document: CountedDocument): Fact[] {
  const moment = momentOf(source, document)
  if (moment === undefined) return []
  const { value, applicant: person } = document
  // the state is the document's own, not a field that its form keeps
  const header = { ...value, state: String(stateCodes[document.state as DocumentStatus]) }
  const scope = new FormScope(form, value, { facts: { today: todayOf(moment), now: nowOf(moment), reference: () => undefined } })
  const names = namesIn(form, source)
  return placesOf(source, value).flatMap(({ place, row }): Fact[] => {
    if (source.when !== undefined && !scope.holds(formula(source.when, names), place)) return []
    const textAt = (field: string | undefined) => textIn(row, field) ?? textIn(header, field)
    return [{
      page,
      line: place === undefined ? String(index) : `${index} ${rowIdOf(row) ?? place.index}`,
      day: todayOf(moment),
      department: textAt(source.department) ?? document.department,
      person,
      dimensions: Object.fromEntries(Object.entries(source.dimensions ?? {}).flatMap(([key, from]) => {
        const text = typeof from === 'string' ? textAt(from) : filledText(scope.evaluate(formula(from.of, names), place))
        return text === undefined ? [] : [[key, text]]
      })),
      measures: Object.fromEntries(Object.entries(source.measures).flatMap(([key, feel]) => {
        const figure = scope.evaluate(formula(feel, names), place)
        return isNumber(figure) && !figure.isZero() ? [[key, figure.toFixed()]] : []
      })),
    }]
  })
}

/** When the document came to count, while it does. */
function momentOf({ at }: FactSource, { state, started_at: started, ended_at: ended }: CountedDocument): Date | undefined {
  if (at === 'filing') return state === 'inApproval' || state === 'completed' ? started : undefined
  return state === 'completed' ? (ended ?? undefined) : undefined
}

interface FactRow {
  readonly place: RowPosition | undefined
  readonly row: FormValue
}

const placesOf = ({ rows }: FactSource, value: FormValue): readonly FactRow[] =>
  rows === undefined ? [{ place: undefined, row: {} }] : rowsAt(value, rows).map((row, index) => ({ place: { table: rows, index }, row }))

const namesIn = ({ fields }: Form, { rows }: FactSource): string[] => [
  ...Object.keys(fields),
  ...Object.keys(rmbNames(fields)),
  ...(rows === undefined ? [] : [...rowNames, ...Object.keys(fields[rows]?.columns ?? {})]),
]

const textIn = (value: FormValue, field: string | undefined): string | undefined => (field === undefined ? undefined : filledText(value[field]))

const filledText = (found: unknown): string | undefined => (typeof found === 'string' && found !== '' ? found : undefined)
