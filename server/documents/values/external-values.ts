import { nowOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { type CalledChoice, calledChoices, type FigureQuestion, figureQuestions } from '#kernel/evaluate/external-questions.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { cellPath } from '#kernel/evaluate/path.ts'
import type { Figures, Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Host } from '#server/host.ts'
import type { ExternalQuestion } from '#server/external/external-systems.ts'

interface ExternalContext {
  readonly external: Host['external']
  readonly form: Form
  readonly facts: Pick<FormFacts, 'reference'>
}

/** Returns whether a form asks other systems for anything. */
export const asksOutside = ({ fields, figures = [] }: Form): boolean =>
  figures.length > 0 ||
  Object.values(fields).some(({ optionsBy, columns = {} }) =>
    optionsBy !== undefined || Object.values(columns).some((column) => column.optionsBy !== undefined)
  )

/** A form needs the answers of other systems, and a transaction does not wait for them. */
export class ExternalValuesMissing extends Error {}

/** Moments of figures at a place: those of filling in and of filing belong to the start. */
const momentsAt = (node: string): readonly string[] => (node === 'start' ? ['edit', 'submit'] : [node])

/** Asks what a value needs at these moments, outside of any transaction. Choices that stood before need not be asked. */
export async function askOutside({ external, form, facts }: ExternalContext,
  { value, before }: { readonly value: FormValue; readonly before?: FormValue },
  how: { readonly moments: readonly string[]; readonly maxAge?: number }): Promise<void> {
  const choices = changedChoices(form, { value, before, facts }).map(questionOfChoice)
  const figures = figureQuestions(form, value, { moments: how.moments, facts }).map(questionOfFigures)
  await external.ask([...choices, ...figures].slice(0, mostQuestions), how)
}

/** Rows beyond are asked for no more: their figures stay empty. */
const mostQuestions = 300

/** The value with the figures that were read for it. */
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
    return [key, field && typeof figure === 'number' && isText(field.kind) ? String(figure) : figure] as const
  })
  return { ...Object.fromEntries(read), ...(stamp !== undefined && { [stamp]: readAt }) }
}

/** Decimals are texts. */
const isText = (kind: Parameters<typeof kindOf>[0]['kind']): boolean => !['integer', 'rate', 'switch', 'checkbox'].includes(kind)

function written(value: FormValue, { figures: { rows: table }, index }: FigureQuestion, attributes: FormValue): FormValue {
  if (table === undefined || index === undefined) return { ...value, ...attributes }
  return { ...value, [table]: rowsAt(value, table).map((row, at) => (at === index ? { ...row, ...attributes } : row)) }
}

/** Choices that the other system does not have or could not be asked about, and figures that are older than they might be. */
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

/** The first field that the figures are written to. */
function placeOf({ figures: { rows, into }, index }: FigureQuestion): string {
  const [key = ''] = Object.keys(into)
  return rows === undefined || index === undefined ? key : cellPath(rows, index, key)
}

/** When the figures of the value were read. */
function stampOf(value: FormValue, { figures: { rows, readAt }, index }: FigureQuestion): string | undefined {
  const holder = rows === undefined || index === undefined ? value : rowsAt(value, rows)[index]
  const stamp = readAt === undefined ? undefined : holder?.[readAt]
  return typeof stamp === 'string' && stamp !== '' ? stamp : undefined
}

/** A choice that stands unchanged was judged when it was chosen. */
function changedChoices(form: Form,
  { value, before, facts }: { readonly value: FormValue; readonly before?: FormValue | undefined;
    readonly facts: ExternalContext['facts'] }): readonly CalledChoice[] {
  const stood = new Set(before === undefined ? [] : calledChoices(form, before, facts).map(nameOf))
  return calledChoices(form, value, facts).filter((choice) => !stood.has(nameOf(choice)))
}

const nameOf = ({ path, table, rowId, call, parameters, value }: CalledChoice): string =>
  JSON.stringify([table === undefined ? path : [table, rowId, path.split('.').at(-1)], call, parameters, value])

/** A choice is looked for by itself: there may be more than a call answers at once. */
const questionOfChoice = ({ call, parameters, value: keyword }: CalledChoice): ExternalQuestion => ({ call, parameters, keyword })
const questionOfFigures = ({ figures: { call }, parameters }: FigureQuestion): ExternalQuestion => ({ call, parameters })
