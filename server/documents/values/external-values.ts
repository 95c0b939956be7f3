import { memoize } from '#kernel/memoize.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { type CalledChoice, calledChoices, type FigureQuestion, figureQuestions } from '#kernel/evaluate/external-questions.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { cellPath } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Figures, Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Host } from '#server/host.ts'
import { checkedAt } from '#server/postings/checks.ts'
import type { ExternalQuestion } from '#server/external/external-systems.ts'

interface ExternalContext {
  readonly external: Host['external']
  readonly form: Form
  readonly facts: Pick<FormFacts, 'reference'>
}

/** Returns whether a form has external values. */
export const asksOutside: (form: Form) => boolean = memoize(({ fields, figures = [] }) =>
  figures.length > 0 ||
  Object.values(fields).some(({ optionsBy, columns = {} }) =>
    optionsBy !== undefined || Object.values(columns).some((column) => column.optionsBy !== undefined)
  )
)

/** Returns whether an action at a node needs other systems: for values, or to check a posting. */
export const asksBefore = (host: Parameters<typeof checkedAt>[0], form: Form, node: string): boolean =>
  asksOutside(form) || checkedAt(host, form, node).length > 0

/** Thrown where a form needs external values that have not been read: a transaction does not wait for other systems. */
export class ExternalValuesMissing extends Error {}

/** Moments of figures at a node: those of editing and of submitting belong to the start. */
const momentsAt = (node: string): readonly string[] => (node === 'start' ? ['edit', 'submit'] : [node])

/** Requests the external values of a value at these moments, outside any transaction. Unchanged choices are left out. */
export async function askOutside({ external, form, facts }: ExternalContext,
  { value, before }: { readonly value: FormValue; readonly before?: FormValue },
  how: { readonly moments: readonly string[]; readonly maxAge?: number }): Promise<void> {
  const choices = changedChoices(form, { value, before, facts }).map(questionOfChoice)
  const figures = figureQuestions(form, value, { moments: how.moments, facts }).map(questionOfFigures)
  await external.ask([...choices, ...figures].slice(0, mostQuestions), how)
}

/** Maximum number of requests per value; further figures stay empty. */
const mostQuestions = 300

/** The value with its external figures. */
export function withFigures({ external, form, facts }: ExternalContext, value: FormValue, node: string): FormValue {
  let changed: FormValue = value
  for (const question of figureQuestions(form, value, { moments: momentsAt(node), facts })) {
    const answer = external.answer(questionOfFigures(question))
    if (answer)
      changed = written(changed, question, attributesOf(question.figures, { form, row: answer.rows[0], readAt: nowOf(answer.readAt) }))
  }
  return changed
}

function attributesOf({ into, rows, readAt: stamp }: Figures,
  { form, row, readAt }: { form: Form; row: Readonly<Record<string, unknown>> | undefined; readAt: string }): FormValue {
  const fields = rows === undefined ? form.fields : (form.fields[rows]?.columns ?? {})
  const read = Object.entries(into).map(([key, attribute]) => {
    const field = fields[key]
    const figure = row?.[attribute] ?? null
    return [key, field && typeof figure === 'number' && isText(field) ? String(figure) : figure] as const
  })
  return { ...Object.fromEntries(read), ...(stamp !== undefined && { [stamp]: readAt }) }
}

/** Returns whether the field's figures are stored as texts, as decimals are. */
function isText(field: FieldDefinition): boolean {
  const { holds } = kindOf(field)
  return holds !== 'integer' && holds !== 'boolean'
}

function written(value: FormValue, { figures: { rows: table }, index }: FigureQuestion, attributes: FormValue): FormValue {
  if (table === undefined || index === undefined) return { ...value, ...attributes }
  return { ...value, [table]: rowsAt(value, table).map((row, at) => (at === index ? { ...row, ...attributes } : row)) }
}

/** Problems of choices that the other system does not have or could not confirm, and of outdated figures. */
export function outsideProblems({ external, form, facts }: ExternalContext,
  { value, before }: { readonly value: FormValue; readonly before: FormValue | undefined }, node: string): FieldProblem[] {
  const systemOf = (call: string) => bilingual(external.systemOf(call) ?? { cn: call, en: call })
  const wrong = changedChoices(form, { value, before, facts }).flatMap((choice): FieldProblem[] => {
    const question = questionOfChoice(choice)
    const parameters = { label: bilingual(choice.field), system: systemOf(choice.call) }
    const answer = external.answer(question)
    if (answer)
      return answer.rows.some((row) => String(row['value']) === choice.value)
        ? []
        : [{ field: choice.path, code: 'external.noSuchChoice', parameters }]
    return external.failed(question) ? [{ field: choice.path, code: 'external.outage', parameters }] : []
  })
  const old = figureQuestions(form, value, { moments: momentsAt(node), facts }).filter((question) =>
    external.failed(questionOfFigures(question))
  )
    .map((question): FieldProblem => {
      const answer = external.answer(questionOfFigures(question))
      const at = answer ? nowOf(answer.readAt) : stampOf(value, question)
      const parameters = { system: systemOf(question.figures.call), at: at?.slice(0, 16) ?? '' }
      return { field: placeOf(question), code: at === undefined ? 'external.neverRead' : 'external.lastRead', parameters, level: 'warn' }
    })
  return [...wrong, ...old]
}

/** The first field into which figures are written. */
function placeOf({ figures: { rows, into }, index }: FigureQuestion): string {
  const [key = ''] = Object.keys(into)
  return rows === undefined || index === undefined ? key : cellPath(rows, index, key)
}

/** The time at which the figures of the value were read. */
function stampOf(value: FormValue, { figures: { rows, readAt }, index }: FigureQuestion): string | undefined {
  const holder = rows === undefined || index === undefined ? value : rowsAt(value, rows)[index]
  const stamp = readAt === undefined ? undefined : holder?.[readAt]
  return typeof stamp === 'string' && stamp !== '' ? stamp : undefined
}

/** The choices to check: unchanged ones were checked when they were chosen. */
function changedChoices(form: Form,
  { value, before, facts }: { readonly value: FormValue; readonly before?: FormValue | undefined;
    readonly facts: ExternalContext['facts'] }): readonly CalledChoice[] {
  const stood = new Set(before === undefined ? [] : calledChoices(form, before, facts).map(nameOf))
  return calledChoices(form, value, facts).filter((choice) => !stood.has(nameOf(choice)))
}

const nameOf = ({ path, table, rowId, call, parameters, value }: CalledChoice): string =>
  JSON.stringify([table === undefined ? path : [table, rowId, path.split('.').at(-1)], call, parameters, value])

/** Searches for the single choice, since an answer may not contain all choices. */
const questionOfChoice = ({ call, parameters, value: keyword }: CalledChoice): ExternalQuestion => ({ call, parameters, keyword })
const questionOfFigures = ({ figures: { call }, parameters }: FigureQuestion): ExternalQuestion => ({ call, parameters })
