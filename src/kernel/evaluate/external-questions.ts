import type { FormFacts } from '../facts.ts'
import type { CalledWith } from '../fields/links.ts'
import { isRecord, sourceOf } from '../record-kinds.ts'
import type { FieldDefinition } from '../fields.ts'
import type { Figures, Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { cellPath } from './path.ts'
import { own, rowIdOf, rowsAt } from './rows.ts'

/** The parameters of a call of another system, by name, as texts. */
export type CallParameters = Readonly<Record<string, string>>

/** Where a call is made: a row of a table, or the form. */
interface CallContext {
  readonly form: Pick<Form, 'fields'>
  readonly value: FormValue
  readonly table?: string
  readonly row?: FormValue
  readonly facts: Pick<FormFacts, 'reference'>
}

/** The parameters of a call; undefined while one of them is empty. */
export function givenOf(parameters: CalledWith, context: CallContext): CallParameters | undefined {
  const texts = textsOf(parameters, context)
  return Object.values(texts).includes('') ? undefined : texts
}

/** Fields as texts, by the names of the parameters; empty where a field is. */
const textsOf = (parameters: CalledWith, context: CallContext): CallParameters =>
  Object.fromEntries(Object.entries(parameters).map(([parameter, key]) => [parameter, textOf(key, context)]))

/** A chosen option of another system, to be verified on filing. */
export interface CalledChoice {
  readonly path: string
  readonly field: FieldDefinition
  readonly call: string
  readonly parameters: CallParameters
  readonly value: string
  /** Of a column: the table, and the row as it is found again. */
  readonly table?: string
  readonly rowId?: string
}

/** Every choice of another system in a value. */
export function calledChoices(form: Pick<Form, 'fields'>, value: FormValue, facts: CallContext['facts']): readonly CalledChoice[] {
  return Object.entries(form.fields).flatMap(([key, field]) => {
    const columns = Object.entries(field.columns ?? {}).filter(([, { optionsBy }]) => optionsBy)
    const inRows = columns.length === 0 ?
      [] :
      rowsAt(value, key).flatMap((row, index) =>
        columns.flatMap(([column, definition]) =>
          choiceIn({ form, value, table: key, row, facts }, definition, { key: column, path: cellPath(key, index, column) })
        )
      )
    return [...(field.optionsBy ? choiceIn({ form, value, facts }, field, { key, path: key }) : []), ...inRows]
  })
}

function choiceIn(context: CallContext, field: FieldDefinition,
  { key, path }: { readonly key: string; readonly path: string }): CalledChoice[] {
  const { table, row, value } = context
  const chosen = own(row ?? value, key)
  const parameters = field.optionsBy && givenOf(field.optionsBy.with ?? {}, context)
  if (!field.optionsBy || !parameters || typeof chosen !== 'string' || chosen === '') return []
  return [{ path, field, call: field.optionsBy.call, parameters, value: chosen, ...rowIn(table, row) }]
}

const rowIn = (table: string | undefined, row: FormValue | undefined) => (table === undefined ? {} : { table, rowId: row && rowIdOf(row) })

/** The call for figures: of the form, or of one of its rows. */
export interface FigureQuestion {
  readonly figures: Figures
  /** Index of the row. */
  readonly index?: number
  readonly parameters: CallParameters
}

/** The calls at a moment: `edit`, `submit` or a node. */
export function figureQuestions(form: Form, value: FormValue,
  { moments, facts }: { readonly moments: readonly string[]; readonly facts: CallContext['facts'] }): readonly FigureQuestion[] {
  return (form.figures ?? []).filter(({ at }) => at.some((moment) => moments.includes(moment))).flatMap((figures) => {
    const { rows: table } = figures
    if (table === undefined) return questionOf(figures, { form, value, facts })
    return rowsAt(value, table).flatMap((row, index) => questionOf(figures, { form, value, table, row, facts }, index))
  })
}

function questionOf(figures: Figures, context: CallContext, index?: number): FigureQuestion[] {
  const given = givenOf(figures.with, context)
  const narrower = Object.entries(textsOf(figures.narrowedBy ?? {}, context)).filter(([, text]) => text !== '')
  const parameters = given && { ...given, ...Object.fromEntries(narrower) }
  return parameters === undefined ? [] : [{ figures, parameters, ...(index !== undefined && { index }) }]
}

function textOf(key: string, context: CallContext): string {
  const { field, held } = heldAt(key, context)
  if (typeof held !== 'string' && typeof held !== 'number') return ''
  const code = field && isRecord(field) ? context.facts.reference(sourceOf(field), String(held))?.['code'] : undefined
  return typeof code === 'string' ? code : String(held)
}

function heldAt(key: string,
  { form, value, table, row }: CallContext): { readonly field: FieldDefinition | undefined; readonly held: unknown } {
  const column = table === undefined ? undefined : form.fields[table]?.columns?.[key]
  return column && row ? { field: column, held: own(row, key) } : { field: form.fields[key], held: own(value, key) }
}
