import { decide, isRefusal } from '#approval/engine.ts'
import type { Command } from '#approval/command.ts'
import type { Event, ValueChanged } from '#approval/event.ts'
import type { DocumentState, Refusal } from '#approval/types.ts'
import { MeaningfulError, Missing } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { refusalError } from './nodes/position.ts'
import { changesBetween } from '../values/changes.ts'
import { bindingsOf, engineFacts } from './engine-facts.ts'
import { type Evaluation, evaluationAt } from '../values/form-facts.ts'
import { fieldsOfFlow } from '../definitions/flow-needs.ts'
import type { Definitions, PinnedFlow } from '../definitions/definition-store.ts'
import { lapseOvertaken } from '../interventions/outcomes.ts'
import { runEventHandlers } from './event-handlers.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import { undoRefusal, stepOf } from './undo-guard.ts'
import { mayRead } from '../visibility/scope.ts'
import { keepUnique } from '../unique/unique-keys.ts'
import { lock, type LockedDocument, update } from '../store/store.ts'
import { subjectIn } from '../store/subjects.ts'

/** The context of every action. */
export interface CommandContext {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

/** A locked document with everything that an action on it asks for. */
export interface OpenDocument {
  readonly stored: LockedDocument
  readonly form: Form
  /** Of the version that it is filed with. */
  readonly formHash: string | null
  readonly pinned: PinnedFlow
  readonly evaluation: Evaluation
  readonly bindings: number
  /** The reason for which a completed document has to stay as it is. */
  readonly undoRefusal?: Refusal
}

/** The document to open: by its id, or by a task of it. */
export type DocumentAddress = { readonly document: string } | { readonly task: string }

/**
 * Locks a document and reads what decisions on it need; whether others are bound to it only where that decides.
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
    bindings: asksBindings ? await bindingsOf(db, stored.id) : 0 }
}

/**
 * Does the work on a document. A caller who may not even read it gets the answer for one that does not exist.
 * @throws Missing with the text of `absent` then
 */
export async function discreetly<Result>(context: CommandContext, { document, absent }: { document: string; absent: string },
  work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MeaningfulError && !(await mayRead(context, document))) throw new Missing(absent)
    throw error
  }
}

/** Asks the engine. @throws the meaning of its refusal */
export function decideOn(context: CommandContext, opened: OpenDocument, command: Command,
  value: FormValue = opened.stored.value): readonly Event[] {
  const { stored: { process }, form, pinned: { flow }, evaluation, bindings, undoRefusal: refusal } = opened
  const facts = engineFacts({ form, value, evaluation, at: context.at, caller: context.caller, process, bindings, undoRefusal: refusal })
  const decision = decide(flow, process, command, facts)
  if (isRefusal(decision)) throw refusalError(decision, command, { flow, process, locale: context.caller.locale })
  return decision
}

/** The entry of the history that says what an action changed in the form, where it changed something. */
export function changeEvents(context: CommandContext, { stored }: OpenDocument,
  { value, node }: { value: FormValue; node?: string }): ValueChanged[] {
  const changes = changesBetween(stored.value, value)
  return changes.length > 0 ? [{ type: 'valueChanged', by: context.caller.id, at: context.at.toISOString(), node, changes }] : []
}

/** Writes the events of a decision with the value they leave behind, and everything that follows from them. */
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
    events: decision.events,
    evaluation,
    at: context.at,
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
