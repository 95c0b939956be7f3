import { isDeepStrictEqual } from 'node:util'
import { nowOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { accessWithout, concealedPaths } from '#kernel/fields/confidential.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { checkOpened } from '#kernel/evaluate/checks/check.ts'
import { concealedRules } from '#kernel/evaluate/access/confidential-reads.ts'
import { Filler, withoutHidden } from '#kernel/evaluate/filling/defaults.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import { restrict } from '#kernel/evaluate/checks/restrict.ts'
import { sanitised } from '#kernel/evaluate/filling/sanitised.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { startNode } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ChangeVersions } from '#server/identity/organisation/change-versions.ts'
import { newId } from '#server/identity/id.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { type Evaluation, evaluationAt } from './form-facts.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'
import { partialAccounts, withStoredAccounts } from './disclosed-values.ts'
import { asksOutside, outsideProblems, withFigures } from './external-values.ts'
import { linkableValue, referenceProblems, unlinkableRecords } from './reference-problems.ts'
import { comparedWithSources } from '../rows/taken-rows.ts'

/** The value being filed, or changed at a node. */
export interface ValuationInput {
  readonly form: Form
  /** The flow to evaluate, if not the form's. */
  readonly flow?: Flow
  readonly caller: Caller
  readonly at: Date
  readonly document: DocumentStep['document']
  /** The stored value; undefined for a first submission. */
  readonly before: FormValue | undefined
  readonly incoming: FormValue
  /** Ids of the rules that the person has accepted. */
  readonly accepted: readonly string[]
  /** Whether values are saved without passing: required fields of the node may be empty. */
  readonly isDraft?: true
  /** The change versions that caches depend on, if they were read already. */
  readonly versions?: ChangeVersions
}

/** A value with the fields that the server computes, and its problems. */
export interface Valuation {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly evaluation: Evaluation
  readonly step: DocumentStep
  /** The value as validated. */
  readonly opened: FormState
}

/**
 * Values a filing: discards fields that the caller may not write, fills in, calculates and validates.
 * @throws Refused for a malformed value
 */
export async function valueAtStart(host: DocumentHost, db: Db, draft: ValuationInput): Promise<Valuation> {
  const { form, flow, at, caller, versions } = draft
  const evaluation = await evaluationAt(host, db, { at, form, flow, document: draft.document.id, versions })
  const filed = withRowIds(form, changed(draft, 'start'))
  const { value: own, refused } = await linkableValue({ host, db, caller }, form, { value: filed, before: draft.before })
  const taken = await comparedWithSources({ host, db, caller, at }, { form, value: own, before: draft.before,
    concealed: concealedAt(form, caller, 'start'), facts: evaluation })
  const based = { ...taken.value, ...setByHost(form, draft) }
  await evaluation.knowIds('person', [caller.id])
  const currentUser = evaluation.reference('person', caller.id) ?? { id: caller.id }
  const filler = new Filler(form, 'start', { facts: evaluation, extra: { currentUser } })
  const know = async (value: FormValue): Promise<boolean> => {
    const learnt = await evaluation.know(form.fields, value)
    if (learnt) filler.learn()
    return learnt
  }
  const fill = async (value: FormValue) => {
    await know(value)
    const filled = filler.fillIn(value)
    // a default may refer to a record (the applicant's department) on which another default depends
    return (await know(filled)) ? filler.fillIn(filled) : filled
  }
  const first = await fill(based)
  // early values affect defaults too, so these are computed again
  const set = await earlyValues(host, db, { draft, evaluation, filled: first, fill })
  const filled = changes(first, set) ? await fill({ ...based, ...set }) : first
  const valuation = await finish(host, db, { draft, evaluation, filled, node: 'start', filler, fill })
  return refused({ ...valuation, problems: [...taken.problemsIn(valuation.value), ...valuation.problems] })
}

/** The stored value with the changes that the person may make at `start` or at a node. @throws Refused for a malformed value */
function changed({ form, caller, before = {}, incoming }: ValuationInput, at: string, actsFor?: readonly string[]): FormValue {
  const concealed = concealedAt(form, caller, at)
  const theirs = concealed.size === 0 ? incoming : disclosedValue(incoming, accessWithout(concealed, () => 'full'))
  return shaped(form, restrict(form, { at, actsFor }, before, withStoredAccounts(form.fields, before, sanitised(form.fields, theirs))))
}

/** Paths concealed from a person who acts at a node: they cannot write them, and rules that read them are not shown. */
const concealedAt = ({ fields }: Form, { roles }: Caller, at: string): ReadonlySet<string> => concealedPaths(fields, { roles, nodes: [at] })

/** Values set by the extensions that run early. */
async function earlyValues(host: DocumentHost, db: Db,
  { draft: { form, caller, at, document, before }, evaluation, filled, fill }: ValueFillContext): Promise<FormValue> {
  let [value, sets]: [FormValue, FormValue] = [filled, {}]
  let isFilled = true
  for (const extension of extensionsOf(host, form).filter(({ early }) => early)) {
    if (!isFilled) value = await fill(value)
    const set =
      (await extension.prepare?.({ db, env: host.env, form, document, value, filing: true, before, actor: caller, at,
        directory: evaluation.directory, references: host.references })) ?? {}
    isFilled = !changes(value, set)
    if (!isFilled) value = { ...value, ...set }
    sets = { ...sets, ...set }
  }
  return sets
}

/** Values the changes of an approver at a node; fields that are not editable there keep the stored value. */
export async function valueAtNode(host: DocumentHost, db: Db,
  draft: ValuationInput & { node: string; evaluation: Evaluation }): Promise<Valuation> {
  const { form, caller, before = {}, node, evaluation } = draft
  await evaluation.know(form.fields, before)
  const filler = new Filler(form, node, { facts: evaluation })
  const fill = async (value: FormValue) => {
    if (await evaluation.know(form.fields, value)) filler.learn()
    return filler.fillIn(value)
  }
  const { value, refused } = await linkableValue({ host, db, caller }, form, { value: changed(draft, node, evaluation.actsFor), before })
  return refused(await finish(host, db, { draft, evaluation, filled: await fill(value), node, filler, fill }))
}

/** @throws Refused with the problem of every field */
export function refuseProblems({ problems }: Pick<Valuation, 'problems'>): void {
  const blocking = problems.filter(({ level = 'block' }) => level !== 'warn')
  if (blocking.length > 0) throw new Refused('error.invalidInput', {}, blocking)
}

interface ValueFillContext {
  readonly draft: ValuationInput
  readonly evaluation: Evaluation
  readonly filled: FormValue
  readonly fill: (value: FormValue) => Promise<FormValue>
}

interface FillerContext extends ValueFillContext {
  readonly node: string
  readonly filler: Filler
}

async function finish(host: DocumentHost, db: Db, { draft, evaluation, filled, node, filler, fill }: FillerContext): Promise<Valuation> {
  const { form, caller, at, document, before } = draft
  const extensions = extensionsOf(host, form)
  const once = readingOnce()
  const stepOf = (value: FormValue): DocumentStep => ({
    ...(node === startNode && before === undefined ? { isNew: true } : {}),
    db,
    env: host.env,
    form,
    document,
    value,
    filing: node === 'start',
    ...(draft.isDraft && { isDraft: true as const }),
    ...(evaluation.actsFor && { actsFor: evaluation.actsFor }),
    node,
    before,
    actor: caller,
    at,
    directory: evaluation.directory,
    references: host.references,
  })
  let value = filled
  // all extensions run in parallel; after one that sets values, the following ones run again with these
  const ahead = extensions.map((extension) => extension.prepare?.({ ...stepOf(filled), once }))
  await Promise.all(ahead)
  for (const [index, extension] of extensions.entries()) {
    const set = await (value === filled ? ahead[index] : extension.prepare?.({ ...stepOf(value), once }))
    if (set && changes(value, set)) value = await fill({ ...value, ...set })
  }
  const outside = { external: host.external, form, facts: evaluation }
  if (asksOutside(form)) value = await fill(withFigures(outside, value, node))
  // requirements are only known now (an explanation where the budget is exceeded); hiding fields may change a sum
  const opened = withoutHidden(filler.open(value), node)
  const step = stepOf(opened.value)
  const problems = await problemsOf(host, { step: { ...step, once }, opened, caller, evaluation, node, extensions })
  return { value: opened.value, problems: unaccepted(distinct(problems), draft.accepted), evaluation, step, opened }
}

function readingOnce(): NonNullable<DocumentStep['once']> {
  const known = new Map<string, Promise<unknown>>()
  return <Result>(key: string, read: () => Promise<Result>) => {
    const found = known.get(key) ?? read()
    known.set(key, found)
    return found as Promise<Result>
  }
}

/** Returns whether set values differ from the current ones; otherwise nothing has to be computed again. */
const changes = (value: FormValue, set: FormValue): boolean => Object.keys(set).some((key) => !isDeepStrictEqual(value[key], set[key]))

interface ValueCheck {
  readonly step: DocumentStep
  /** The value as validated. */
  readonly opened: FormState
  readonly caller: Caller
  readonly evaluation: Evaluation
  readonly node: string
  readonly extensions: readonly DocumentExtension[]
}

/** Problems of the form's rules, the modules and the references; at most one per field. */
async function problemsOf(host: DocumentHost, { step, opened, caller, evaluation, node, extensions }: ValueCheck): Promise<FieldProblem[]> {
  const { form, value, document } = step
  const partial = partialAccounts(form.fields, value)
  const problems = [...partial,
    ...checkOpened(opened, { at: node, level: step.isDraft ? 'draft' : 'full' }).filter(({ field }) =>
      !partial.some((one) => one.field === field)
    )]
  problems.push(...(await Promise.all(extensions.map((extension) => extension.check?.(step) ?? []))).flat())
  problems.push(
    ...(asksOutside(form)
      ? outsideProblems({ external: host.external, form, facts: evaluation }, { value, before: step.before }, node)
      : []),
  )
  const concealed = concealedRules(form, concealedAt(form, caller, node))
  const refused = new Set(problems.filter(({ level = 'block' }) => level === 'block').map(({ field }) => field))
  const unlinkable = await unlinkableRecords({ host, db: step.db, caller }, form, { value, before: step.before })
  const named = referenceProblems({ opened, stored: step.before, isFiling: node === 'start', evaluation, references: host.references,
    unlinkable, caller: caller.id, document: document.id })
  return [...problems.filter(({ code }) => !concealed.has(code)), ...named.filter(({ field }) => !refused.has(field))]
}

/** Header fields that the host sets, overriding sent values. */
function setByHost(form: Form, { caller, at, document }: ValuationInput): FormValue {
  const known: Record<string, unknown> = {
    businessType: form.key,
    businessNo: document.number ?? null,
    initiator: caller.id,
    createTime: nowOf(at),
  }
  return Object.fromEntries(Object.entries(known).filter(([key]) => key in form.fields))
}

/** Adds ids to new rows, so that later changes refer to the same row. */
function withRowIds(form: Form, value: FormValue): FormValue {
  const tables = Object.entries(form.fields).filter(([key, field]) => field.kind === 'table' && Array.isArray(value[key]))
  const identified = tables.map((
    [key],
  ) => [key, (value[key] as FormValue[]).map((row) => (row['rowId'] ? row : { ...row, rowId: newId() }))])
  return { ...value, ...Object.fromEntries(identified) }
}

/** Removes repeated messages at the same field. */
function distinct(problems: readonly FieldProblem[]): FieldProblem[] {
  const seen = new Set<string>()
  return problems.filter(({ field, code, message }) => {
    const key = `${field}|${message?.cn ?? code}`
    return !seen.has(key) && seen.add(key)
  })
}

const unaccepted = (problems: readonly FieldProblem[], accepted: readonly string[]) =>
  problems.filter(({ level, code }) => level !== 'confirm' || !accepted.includes(code))

/** Maximum number of rows of a table without its own `max`. */
const mostRows = 1000

/**
 * Returns the value, unless a table in it is malformed or has too many rows. Called before anything is computed: modules rely on rows,
 * and large bodies must be refused cheaply.
 * @throws Refused
 */
function shaped({ fields }: Form, value: FormValue): FormValue {
  const problems = Object.entries(fields).flatMap(([key, field]): FieldProblem[] => {
    const rows = value[key]
    if (field.kind !== 'table' || rows === undefined || rows === null) return []
    const label = bilingual(field)
    if (!Array.isArray(rows) || !rows.every(isRow)) return [{ field: key, code: 'field.type', parameters: { label } }]
    const most = field.max ?? mostRows
    return rows.length > most ? [{ field: key, code: 'field.tooManyRows', parameters: { label, n: most } }] : []
  })
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
  return value
}
