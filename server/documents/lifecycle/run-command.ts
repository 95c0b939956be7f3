import { MeaningfulError, Missing } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { decide, isRefusal } from '#approval/engine.ts'
import type { Command } from '#approval/command.ts'
import type { Event, ValueChanged } from '#approval/event.ts'
import { type DocumentState, type DocumentStatus, type Refusal, startNode } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DocumentExtension, DocumentStep, ReleaseReason } from '#server/extensions/document-extension.ts'
import { postingRefusal, writePostings } from '#server/postings/write-postings.ts'
import { underWay } from '#server/service-tasks/status.ts'
import { refusalError } from './nodes/position.ts'
import { changesBetween, type ReturnBaseline, returnBaseline, standingAt } from './changes.ts'
import { bindingsOf, engineFacts } from './engine-facts.ts'
import { type Evaluation, evaluationAt } from '../values/form-facts.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import type { Definitions, PinnedFlow } from '../definitions/definition-store.ts'
import { lapseOvertaken } from '../interventions/outcomes.ts'
import { definitionOfDocument, type DocumentHost, extensionsOf } from '../host.ts'
import { isMentionedIn, mayRead } from '../visibility/scope.ts'
import { withDecidedView } from '../values/decided-view.ts'
import { keepUnique } from '../unique/unique-keys.ts'
import { lock, type LockedDocument, update } from '../store/store.ts'
import { subjectIn } from '../store/subjects.ts'
import { writeInto } from './write-into.ts'

interface UndoContext {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Pick<Caller, 'id' | 'name' | 'locale'>
  readonly at: Date
}

/** A filed document, as input of the modules' undo checks. */
interface GuardedDocument {
  readonly id: string
  readonly number: string
  readonly form: Form
  readonly value: FormValue
  readonly process: DocumentState
  readonly evaluation: Evaluation
}

/** The document's current step, for extensions. */
export const stepOf = ({ host, db, caller, at }: UndoContext,
  { id, number, form, value, process, evaluation }: GuardedDocument): DocumentStep => ({
    db,
    env: host.env,
    form,
    value,
    actor: caller,
    at,
    directory: evaluation.directory,
    references: host.references,
    document: { id, number, round: process.round, starter: process.starter },
  })

/** The first module's reason why a document may not be undone or withdrawn; used by the button and by the server. */
export async function undoRefusal(context: UndoContext, filed: GuardedDocument): Promise<Refusal | undefined> {
  const { status } = filed.process
  if (status !== 'completed' && status !== 'inApproval') return undefined
  const out = await elsewhere(context, filed)
  if (out) return out
  for (const extension of extensionsOf(context.host, filed.form)) {
    const found = await (status === 'completed' ? extension.undoRefusal : extension.withdrawalRefusal)?.(stepOf(context, filed))
    if (found) return { ...found, refusal: true, kind: 'refused' }
  }
  return undefined
}

/** The refusal where another system has received, or is processing, a service task or posting of the document. */
const elsewhere = async (context: UndoContext, filed: GuardedDocument): Promise<Refusal | undefined> =>
  (await underWay(context.db, filed.process)) ?? postingRefusal(context, filed)

/** The context of every action. */
export interface CommandContext {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
  /** The change of many documents that it belongs to: its messages wait until that is done. */
  readonly bulk?: string | undefined
}

/** A locked document with everything that actions on it need. */
export interface OpenDocument {
  readonly stored: LockedDocument
  readonly form: Form
  /** Hash of the pinned form. */
  readonly formHash: string | null
  readonly pinned: PinnedFlow
  readonly evaluation: Evaluation
  readonly bindings: number
  /** Whether the caller, who has no part in it, was mentioned in a comment. */
  readonly isMentioned: boolean
  /** The value at the last return, in flows that ask only approvers of changed parts again. */
  readonly baseline?: ReturnBaseline | undefined
  /** The reason why a completed document may not be undone. */
  readonly undoRefusal?: Refusal
}

/** The address of the document to open: its id, or the id of a task. */
export type DocumentAddress = { readonly document: string } | { readonly task: string }

/**
 * Locks a document and reads what actions on it need.
 * @param asksBindings whether to count the documents bound to it; only needed where the decision depends on it
 * @throws Missing
 */
export async function open(context: CommandContext, opening: DocumentAddress,
  { asksBindings = true }: { asksBindings?: boolean } = {}): Promise<OpenDocument> {
  const { host, db, at } = context
  const stored = await lock(db, opening)
  const { form, pinned } = await definitionOfDocument(host, db, stored)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow, document: stored.id, versions: stored.versions })
  await evaluation.know(fieldsOfFlow(form, pinned.flow), stored.value)
  const refusal = await undoRefusal(context, { ...stored, form, evaluation })
  return { stored, form, formHash: stored.form, pinned, evaluation, undoRefusal: refusal,
    baseline: await returnBaseline(db, stored, pinned.flow), bindings: asksBindings ? await bindingsOf(db, stored.id) : 0,
    isMentioned: await isMentionedIn(db, stored, context.caller.id) }
}

/**
 * Runs work on a document. A caller who may not read it gets the same error as for a missing one.
 * @throws Missing with the text of `absent`
 */
export async function missingUnlessReadable<Result>(context: CommandContext, { document, absent }: { document: string; absent: string },
  work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MeaningfulError && !(await mayRead(context, document))) throw new Missing(absent)
    throw error
  }
}

/** Lets the engine decide. @throws the error of its refusal */
export function decideOn(context: CommandContext, opened: OpenDocument, command: Command,
  value: FormValue = opened.stored.value): readonly Event[] {
  const { stored: { process }, form, pinned: { flow }, evaluation, bindings, isMentioned, baseline, undoRefusal: refusal } = opened
  const facts = engineFacts({ form, value, evaluation, at: context.at, caller: context.caller, process, bindings, isMentioned,
    undoRefusal: refusal, standsAt: standingAt({ form, flow, baseline, value }) })
  const decision = decide(flow, process, command, facts)
  if (isRefusal(decision)) throw refusalError(decision, command, { flow, process, locale: context.caller.locale })
  return decision
}

/** The history entry for changes of the form; empty without changes. */
export function changeEvents(context: CommandContext, { stored }: OpenDocument,
  { value, node }: { value: FormValue; node?: string }): ValueChanged[] {
  const changes = changesBetween(stored.value, value)
  return changes.length > 0 ? [{ type: 'valueChanged', by: context.caller.id, at: context.at.toISOString(), node, changes }] : []
}

/** Stores the events of a decision with the new value, and runs the event handlers. */
export async function commit(context: CommandContext, opened: OpenDocument,
  decision: { events: readonly Event[]; value: FormValue }): Promise<DocumentState> {
  const { stored, form, evaluation, pinned } = opened
  const { value } = decision
  const subject = value === stored.value ? undefined : await subjectIn(context.host, { form, value, evaluation })
  const process = await update(context.db, stored, {
    form,
    formHash: opened.formHash,
    flow: pinned.flow,
    flowHash: pinned.hash,
    number: stored.number,
    value,
    subject,
    events: withDecidedView(decision.events, { form, today: today(context, form), process: stored.process, value, reader: context.caller }),
    evaluation,
    at: context.at,
    bulk: context.bulk,
  })
  if (stored.hasProposals) await lapseOvertaken(context.host, context.db, process, context.at)
  await keepUnique(context.db, { form: today(context, form), document: stored.id, value, status: process.status }, {
    value: stored.value,
    status: stored.process.status,
  })
  const step: DocumentStep = { ...stepOf(context, { ...stored, process, form, evaluation, value }), before: stored.value }
  await runEventHandlers(context.host, step, decision.events, stored.process.status)
  return process
}

/** Unique keys follow the form in force, not the pinned one. */
const today = ({ host }: CommandContext, form: Form): Form => host.forms.get(form.key) ?? form

type EventHandler = (extension: DocumentExtension, step: DocumentStep, wasCompleted: boolean) => Promise<void> | undefined

const released = (reason: ReleaseReason): EventHandler => (extension, step, wasCompleted) =>
  extension.onReleased?.(step, reason, wasCompleted)

const handlers: Partial<Record<Event['type'], EventHandler>> = {
  started: (extension, step) => extension.onSubmit?.(step),
  passed: (extension, step) => extension.onPass?.(step),
  completed: (extension, step) => extension.onCompleted?.(step),
  refused: released('refused'),
  revoked: released('revoked'),
  voided: released('voided'),
}

/** Runs the modules' handlers for the events, in their order. */
export async function runEventHandlers(host: DocumentHost, step: DocumentStep, events: readonly Event[],
  before?: DocumentStatus): Promise<void> {
  const extensions = extensionsOf(host, step.form)
  const outcome = outcomeOf(host, step)
  for (const event of events) {
    const handler = handlers[event.type]
    if (!handler) continue
    const { isNew, ...moment } = { ...outcome, node: nodeOf(event) }
    const current = isNew && event.type === 'started' ? { ...moment, isNew } : moment
    for (const extension of extensions) await handler(extension, current, before === 'completed')
  }
  await writePostings(host, step, events)
}

/** A step with the functions available to event handlers. */
export const outcomeOf = (host: DocumentHost, step: DocumentStep): DocumentStep => ({ ...step,
  writeInto: (writes) => writeInto(host, step, writes) })

const nodeOf = (event: Event): string | undefined => {
  if (event.type === 'started') return startNode
  return event.type === 'passed' || event.type === 'refused' ? event.node : undefined
}
