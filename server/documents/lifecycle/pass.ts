import { isDeepStrictEqual } from 'node:util'
import { Missing, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { isValueOf, missingCode, type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import type { Form } from '#kernel/form.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { complete } from '#kernel/evaluate/filling/complete.ts'
import { type FieldDefinition, waitsFor } from '#kernel/fields.ts'
import type { Check } from '#approval/command.ts'
import { taskOf } from '#approval/state.ts'
import type { ApproverChoice, DocumentState, Explanation } from '#approval/types.ts'
import { markersOf } from '#approval/nodes/automatic.ts'
import { attachTo, keepOthersFiles } from '#server/attachments/attachments.ts'
import { demandPosted } from '#server/postings/postings-due.ts'
import { newId } from '#server/identity/id.ts'
import { changeEvents, type CommandContext, commit, decideOn, missingUnlessReadable, open, type OpenDocument,
  stepOf } from './run-command.ts'
import { reasonFieldAt, withoutReferralReason } from './nodes/position.ts'
import { attachmentsOf, bindingProblems, linkRows, lockBound, targetsOf, writeLinks } from '../links/links.ts'
import { exceptionsOf, refuseUnseen } from '../exceptions.ts'
import { engineFacts, type EngineInput, rowHoldersOf } from './engine-facts.ts'
import { isUnchangedSinceReturn } from './changes.ts'
import { readerOf } from '../visibility/scope.ts'
import { asksBefore, ExternalValuesMissing } from '../values/external-values.ts'
import { refuseProblems, type Valuation, valueAtNode } from '../values/valuation.ts'

const known = new WeakMap<Form, Map<string, boolean>>()

/**
 * Returns whether passing a node can change the value or be refused for it: the approver sent fields, or the node has requirements.
 * Otherwise the value is not validated again.
 */
export function concernsValue(form: Form, node: string, incoming: FormValue): boolean {
  return Object.keys(incoming).some((key) => key in form.fields) || asks(form, node)
}

function asks(form: Form, node: string): boolean {
  const nodes = known.get(form) ?? known.set(form, new Map()).get(form)!
  let answer = nodes.get(node)
  if (answer === undefined) nodes.set(node, answer = hasRule(form, node) || hasWish(form, node))
  return answer
}

const hasRule = ({ rules, figures = [] }: Form, node: string) => [...rules, ...figures].some(({ at }) => at?.includes(node))

/** Returns whether a field is filled in here, by the approver or by a default. */
function hasWish(form: Form, node: string): boolean {
  const editable = editableFields(form, node)
  const wishes = (path: string, { atNode, required, requiredAt, default: proposed }: FieldDefinition) =>
    editable(path) && (waitsFor({ atNode }, node) || required !== undefined || requiredAt?.[node] !== undefined || proposed !== undefined)
  return Object.entries(form.fields).some(([key, field]) =>
    wishes(key, field) || Object.entries(field.columns ?? {}).some(([column, definition]) => wishes(`${key}.${column}`, definition))
  )
}

/** Opinion and changes of an approver who passes. */
interface PassInput {
  readonly task: string
  readonly incoming: FormValue
  readonly comment?: string
  readonly choices: readonly ApproverChoice[]
  readonly explanations: readonly Explanation[]
  readonly checks: readonly Check[]
  readonly accepted: readonly string[]
  /** Keys of the exceptions that the approver has looked at; `all` for generated histories. */
  readonly seen: readonly string[] | 'all'
  /** Whether external values were not read yet; then a form that needs them throws. */
  readonly isUnasked?: boolean
  /**
   * Lines that are to be posted before the pass have to be posted already; without it, it is sent after the pass, as in made-up histories.
   */
  readonly isPosting?: boolean
}

export const noSuchTask = 'documents.noSuchTask'

/** Passes a task; the fields that its node leaves open may change with it. @throws ExternalValuesMissing, PostingsDue */
export async function pass(context: CommandContext, passing: PassInput): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const opened = await open(context, { task: passing.task }, { asksBindings: false })
  return missingUnlessReadable(context, { document: opened.stored.id, absent: noSuchTask }, () => passOn(context, passing, opened))
}

async function passOn(context: CommandContext, passing: PassInput,
  opened: OpenDocument): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const { task, comment, choices, explanations, checks } = passing
  const command = {
    action: 'pass',
    task,
    choices,
    explanations,
    checks,
    by: context.caller.id,
    at: context.at.toISOString(),
    ...(comment?.trim() ? { comment } : {}),
  } as const
  const node = nodeOf(opened.stored.process, task, context.caller.id)
  // refuses absent tasks and those of others before validating the form
  if (!node) {
    decideOn(context, opened, command)
    throw new Missing(noSuchTask)
  }
  if (passing.isUnasked && asksBefore(context.host, opened.form, node)) throw new ExternalValuesMissing()
  const exceptions = await mustHaveSeen(context, opened, passing.seen)
  const incoming = withStatedFacts(opened, { node, comment, incoming: passing.incoming, at: context.at, caller: context.caller })
  const valued = await valueOf(context, opened, { ...passing, incoming }, node)
  const unchanged = await isUnchangedSinceReturn(context, opened, { value: valued.value, by: 'approver' })
  const events = decideOn(context, valued.opened, { ...command, exceptions, unchanged }, valued.value)
  if (passing.isPosting)
    await demandPosted(context.host,
      stepOf(context, { ...opened.stored, form: opened.form, evaluation: valued.opened.evaluation, value: valued.value }), events)
  const changed = changeEvents(context, opened, { value: valued.value, node })
  const process = await commit(context, valued.opened, { events: [...changed, ...events], value: valued.value })
  if (changed.length > 0) {
    const { stored: { id, value: before }, form } = opened
    const files = attachmentsOf(form.fields, valued.value)
    await keepOthersFiles(context.db, context.caller.id, attachmentsOf(form.fields, before), files)
    await attachTo(context.db, { document: id, type: form.key, caller: context.caller.id }, files)
  }
  return { process, opened: valued.opened }
}

/** Demands that the approver has looked at all exceptions. @returns their number. @throws Refused */
async function mustHaveSeen(context: CommandContext, { stored: { id, value }, form }: OpenDocument,
  seen: PassInput['seen']): Promise<number> {
  if (seen === 'all') return 0
  const exceptions = await exceptionsOf(context, [{ id, form, value }])
  const found = exceptions.get(id) ?? []
  refuseUnseen(found, seen)
  return found.length
}

/** The node of a person's running task. */
export function nodeOf(process: DocumentState, task: string, person: string): string | undefined {
  if (process.status !== 'inApproval') return undefined
  for (const run of process.runs) {
    const found = run.tasks.find(({ id }) => id === task)
    if (found) return found.state === 'running' && found.person === person ? run.node : undefined
  }
  return undefined
}

async function valueOf(context: CommandContext, opened: OpenDocument, passing: PassInput,
  node: string): Promise<{ value: FormValue; opened: OpenDocument }> {
  const { host, db, caller, at } = context
  const { stored, form, pinned, evaluation } = opened
  const { explanations, task } = passing
  const valueAfter = withoutReferralReason(pinned.flow, node, stored.value)
  if (!concernsValue(form, node, passing.incoming))
    return { value: withExplanations(context, opened, { value: valueAfter, node, explanations }), opened }
  const valuation = await valueAtNode(host, db, {
    form,
    caller,
    at,
    node,
    before: valueAfter,
    evaluation: { ...evaluation, actsFor: rowHoldersOf(taskOf(stored.process, task)) },
    incoming: passing.incoming,
    accepted: passing.accepted,
    document: { id: stored.id, number: stored.number, round: stored.process.round, starter: stored.process.starter },
  })
  await relink(context, opened, valuation)
  return { value: withExplanations(context, opened, { value: valuation.value, node, explanations }),
    opened: { ...opened, evaluation: valuation.evaluation } }
}

/**
 * Updates the links where the approver changed linked documents or amounts.
 * @throws Refused with the problem of every field
 */
async function relink({ host, db, caller }: CommandContext, { stored, form }: OpenDocument,
  { value, evaluation, problems }: Valuation): Promise<void> {
  const linking = { form, value, facts: evaluation }
  if (isDeepStrictEqual(linkRows(linking), linkRows({ ...linking, value: stored.value }))) return refuseProblems({ problems })
  await lockBound(db, form, value)
  const reader = { ...(await readerOf(host, db, caller)), document: stored.id, forms: host.forms, known: targetsOf(form, stored.value) }
  refuseProblems({ problems: [...problems, ...(await bindingProblems(db, linking, reader))] })
  await writeLinks(db, stored.id, linking)
}

/** Adds the caller's explanations to those of the document, with their current name and department. */
export function withExplanations({ caller }: CommandContext, { form, pinned, evaluation: { directory } }: OpenDocument,
  { value, node = '', explanations }: { value: FormValue; node: string | undefined; explanations: readonly Explanation[] }): FormValue {
  const list = keyAs(form.fields, 'explanations')
  if (explanations.length === 0 || list === undefined) return value
  const department = directory.department(directory.person(caller.id)?.departments[0] ?? '')
  const explanationKind = approvalNode(pinned.flow, node)?.explains
  const rows = explanations.map(({ kind = explanationKind, text }) => ({
    rowId: newId(),
    userName: nameOf(caller.name, 'cn'),
    departmentName: nameOf(department?.name, 'cn'),
    explain: text,
    explainType: kind ?? null,
  }))
  return { ...value, [list]: [...((value[list] as readonly unknown[] | undefined) ?? []), ...rows] }
}

interface StatingPass extends Pick<EngineInput, 'at' | 'caller'> {
  readonly node: string
  readonly comment: string | undefined
  readonly incoming: FormValue
}

/**
 * The sent values with the facts stated in the opinion: a required fact fills the editable field of its key. A missing fact, or one that
 * differs from the field, is refused at the opinion.
 * @throws Refused
 */
function withStatedFacts({ form, pinned, evaluation, stored }: OpenDocument,
  { node, comment = '', incoming, at, caller }: StatingPass): FormValue {
  const block = approvalNode(pinned.flow, node)
  if (!block?.opinionMustContain) return incoming
  const editable = editableFields(form, node)
  const facts = markersOf(block, engineFacts({ form, value: stored.value, evaluation, at, caller, bindings: 0 }))
    .flatMap((name) => evaluation.opinionFact(name) ?? []).filter(({ key }) => form.fields[key] !== undefined && editable(key))
  return { ...incoming,
    ...Object.fromEntries(facts.map((fact) => [fact.key, statedValue(form, fact, { comment, entered: incoming[fact.key] })])) }
}

function statedValue(form: Form, fact: OpinionFact,
  { comment, entered }: { readonly comment: string; readonly entered: unknown }): unknown {
  const stated = statedIn(comment, fact)
  const isMoment = form.fields[fact.key]?.kind === 'datetime'
  const isEntered = typeof entered === 'string' && entered !== ''
  if (!isValueOf(fact, stated)) throw missing(fact)
  if (!isEntered) return isMoment ? `${stated}:00` : stated
  if ((isMoment ? entered.slice(0, 16) : entered) !== stated) throw missing(fact)
  return entered
}

/** The refusal of an opinion that does not contain a fact, or contains another value than the field. */
function missing(fact: OpinionFact): Refused {
  const code = `approval.${missingCode(fact)}`
  return new Refused(code, { text: fact.key }, [{ field: 'comment', code }])
}

/** The call by which an approver refers the decision to the next one. */
interface HandingOn {
  readonly task: string
  /** The form as the dialog sends it; only the reason is read from it. */
  readonly incoming: FormValue
  /** Remarks in addition to the reason. */
  readonly comment?: string
  readonly choices: readonly ApproverChoice[]
  readonly explanations: readonly Explanation[]
}

/** Refers a decision to the next approver; the reason is stored in the form, where conditions of the flow read it. */
export async function hardToDecide(context: CommandContext, input: HandingOn): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const opened = await open(context, { task: input.task }, { asksBindings: false })
  return missingUnlessReadable(context, { document: opened.stored.id, absent: noSuchTask }, () => handOn(context, input, opened))
}

async function handOn(context: CommandContext, input: HandingOn,
  opened: OpenDocument): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const { task, comment, choices, explanations, incoming } = input
  const { stored, pinned } = opened
  const node = nodeOf(stored.process, task, context.caller.id)
  const field = reasonFieldAt(pinned.flow, node ?? '')
  const entered = field === undefined ? undefined : incoming[field]
  const reason = typeof entered === 'string' ? entered.trim() : ''
  const value = withExplanations(context, opened, { value: field === undefined ? stored.value : await withReason(opened, { field, reason }),
    node, explanations })
  const command = { action: 'hardToDecide', task, reason, comment, choices, by: context.caller.id, at: context.at.toISOString() } as const
  const events = decideOn(context, opened, command, value)
  if (field !== undefined)
    refuseProblems({
      problems: check(opened.form, value, opened.evaluation, { at: node ?? '' }).filter((problem) => problem.field === field),
    })
  const process = await commit(context, opened, { events: [...changeEvents(context, opened, { value, node }), ...events], value })
  return { process, opened }
}

/** The value with the reason, where the form has the field, and with the fields derived from it. */
async function withReason({ form, stored, evaluation }: OpenDocument,
  { field, reason }: { field: string; reason: string }): Promise<FormValue> {
  if (!(field in form.fields)) return stored.value
  await evaluation.know(form.fields, stored.value)
  return complete(form, { ...stored.value, [field]: reason }, evaluation)
}
