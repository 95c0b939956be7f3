import type { DocumentStatus } from '#approval/types.ts'
import { todayOf, nowOf } from '#kernel/values/dates.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import { rmbNames, rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type RowPosition, FormScope } from '#kernel/evaluate/plan/scope.ts'
import { FeelError } from '#kernel/feel/feel.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Form } from '#kernel/form.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { stateCodes } from '#server/documents/wire.ts'

/** A fact that follows from the current state of a document. */
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

/** The columns of a document that its facts are derived from. */
export interface CountedDocument {
  readonly type: string
  readonly state: string
  readonly value: FormValue
  readonly applicant: string
  readonly department: string
  readonly started_at: Date
  readonly ended_at: Date | null
}

/** Derives all facts of a document from its current state. */
export function factsOf(pages: readonly StatisticsPage[], form: Form, document: CountedDocument): readonly Fact[] {
  const scopes = new Map<number, FormScope>()
  const scopeAt = (moment: Date): FormScope => {
    const known = scopes.get(moment.getTime()) ??
      new FormScope(form, document.value, { facts: { today: todayOf(moment), now: nowOf(moment), reference: () => undefined } })
    scopes.set(moment.getTime(), known)
    return known
  }
  // `state` is the document's own state and overrides a form field of that name
  const header = { ...document.value, state: String(stateCodes[document.state as DocumentStatus]) }
  return pages.flatMap(({ key: page, facts }) =>
    facts.flatMap((source, index) => {
      const moment = source.form === document.type ? momentOf(source, document) : undefined
      return moment === undefined
        ? []
        : factsFrom(plannedSource(form, source), { page, index, moment, scope: scopeAt(moment), header, document })
    })
  )
}

interface FactContext {
  readonly page: string
  /** Index of the source on its page. */
  readonly index: number
  readonly moment: Date
  readonly scope: FormScope
  readonly header: FormValue
  readonly document: CountedDocument
}

function factsFrom({ source, when, dimensions, measures }: PlannedSource,
  { page, index, moment, scope, header, document }: FactContext): Fact[] {
  return placesOf(source, document.value).flatMap(({ place, row }): Fact[] => {
    if (when !== undefined && !scope.holds(when, place)) return []
    const textAt = (field: string | undefined) => textIn(row, field) ?? textIn(header, field)
    return [{
      page,
      line: place === undefined ? String(index) : `${index} ${rowIdOf(row) ?? place.index}`,
      day: todayOf(moment),
      department: textAt(source.department) ?? document.department,
      person: document.applicant,
      dimensions: Object.fromEntries(dimensions.flatMap(([key, from]) => {
        const text = typeof from === 'string' ? textAt(from) : filledText(scope.evaluate(from, place))
        return text === undefined ? [] : [[key, text]]
      })),
      measures: Object.fromEntries(measures.flatMap(([key, of]) => {
        const figure = scope.evaluate(of, place)
        return isNumber(figure) && !figure.isZero() ? [[key, figure.toFixed()]] : []
      })),
    }]
  })
}

/** A source with its expressions compiled for a form. */
interface PlannedSource {
  readonly source: FactSource
  readonly when: Formula | undefined
  readonly dimensions: readonly (readonly [key: string, from: string | Formula])[]
  readonly measures: readonly (readonly [key: string, of: Formula])[]
}

const planned = new WeakMap<Form, Map<FactSource, PlannedSource>>()

function plannedSource(form: Form, source: FactSource): PlannedSource {
  const known = planned.get(form) ?? new Map<FactSource, PlannedSource>()
  planned.set(form, known)
  const plan = known.get(source) ?? planSource(form, source)
  known.set(source, plan)
  return plan
}

function planSource(form: Form, source: FactSource): PlannedSource {
  const names = namesIn(form, source)
  const planned = <Part extends string | Formula>(key: string, part: Part | undefined): (readonly [string, Part])[] =>
    part === undefined ? [] : [[key, part]]
  return {
    source,
    when: source.when === undefined ? undefined : (formulaIn(source.when, names) ?? formula('false', [])),
    dimensions: Object.entries(source.dimensions ?? {}).flatMap(([key, from]) =>
      planned(key, typeof from === 'string' ? from : formulaIn(from.of, names))
    ),
    measures: Object.entries(source.measures).flatMap(([key, feel]) => planned(key, formulaIn(feel, names))),
  }
}

/**
 * A formula over a form; undefined where an earlier version of the form lacks a field that is called like a function: `days` is no name
 * there. Other names that it lacks are null.
 */
function formulaIn(feel: string, names: readonly string[]): Formula | undefined {
  try {
    return formula(feel, names)
  } catch (error) {
    if (error instanceof FeelError) return undefined
    throw error
  }
}

/** The instant from which the document counts; undefined while it does not count. */
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

const textIn = (value: FormValue, field: string | undefined):
  | string
  | undefined => (field === undefined ? undefined : filledText(value[field]))

const filledText = (found: unknown): string | undefined => (typeof found === 'string' && found !== '' ? found : undefined)
