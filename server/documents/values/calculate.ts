import type { FieldProblem } from '#kernel/errors.ts'
import { carriedOver } from '#kernel/fields/dropped-fields.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type ApproverChoice, type PendingReturn, startNode } from '#approval/types.ts'
import type { ResubmissionPath } from '#approval/wire/path.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord } from '#server/host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { bindingsOf } from '../lifecycle/engine-facts.ts'
import { definitionOfDocument, type DocumentHost, formOf } from '../host.ts'
import { bindingProblems } from '../links/links.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { changedSinceReturn, returnBaseline, standingAt } from '../lifecycle/changes.ts'
import { type PathNode, pathOf } from '../timeline/path.ts'
import { readerOf } from '../visibility/scope.ts'
import { accessIn, disclosedDocumentValue, nodesOfPerson } from './disclosed-values.ts'
import { demandStarter, mayFile } from '../lifecycle/submit.ts'
import { uniqueProblems } from '../unique/unique-keys.ts'
import { askWhileEditing } from './ask-outside.ts'
import { recordsNamedIn } from './form-facts.ts'
import { type Valuation, type ValuationInput, valueAtStart } from './valuation.ts'

export interface Calculation {
  readonly type: string
  /** Id of the filed document that is being changed. */
  readonly document: string | undefined
  readonly incoming: FormValue
  readonly choices: readonly ApproverChoice[]
}

interface CalculationResult {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly nodes: readonly PathNode[]
  /**
   * The records that the value refers to and the sent value did not, as disclosed to the caller, so that the browser need not request
   * them.
   */
  readonly references: Readonly<Record<RecordKind, readonly ReferenceRecord[]>>
  /** The approvers that resubmitting asks; for a document that was returned to its initiator. */
  readonly again?: ResubmissionPath
}

/** Nodes at which a person enters values: filing a new document, else those where they have or had a task of the stored one. */
const nodesAt = (stored: Awaited<ReturnType<typeof storedValue>>, person: string): readonly string[] =>
  stored ? nodesOfPerson(stored.process, person) : ['start']

/** Computes a form as if it were filed now, without writing: values of the server (rates, budget), problems and approvers. */
export async function calculate(context: CommandContext, { type, document, incoming, choices }: Calculation): Promise<CalculationResult> {
  const { host, db, flows, caller, at } = context
  const form = formOf(host, type)
  mayFile(form, caller)
  const pinned = await flows.current(db, form)
  const { flow } = pinned
  if (document === undefined) await demandStarter(context, flow)
  const stored = await storedValue(context, form, document)
  const draft: ValuationInput = {
    form,
    flow,
    caller,
    at,
    before: stored?.value,
    incoming,
    accepted: [],
    document: { id: document ?? 'draft', round: 1, starter: caller.id, ...(stored ? { number: stored.number } : {}) },
  }
  const valuation = await valued(host, db, draft)
  const { value, evaluation, problems } = valuation
  const bindings = document === undefined ? 0 : await bindingsOf(db, document)
  const standsAt = await standing(context, { stored, form, pinned, value })
  const nodes = pathOf(flow, { form, value, evaluation, at, caller, bindings, standsAt }, {
    applicant: String(value['applicant'] ?? caller.id),
    choices,
  })
  const links = await bindingProblems(db, { form, value, facts: evaluation }, { ...(await readerOf(host, db, caller)), document,
    forms: host.forms })
  const access = accessIn({ form, reader: caller, document: stored?.process, nodes: nodesAt(stored, caller.id) })
  const shown = await disclosedDocumentValue(host, { db, form, value, reader: caller, directory: evaluation.directory }, access)
  const references = await newlyNamed(context, { form, incoming, shown })
  return { value: shown, problems: [...problems, ...links, ...(await uniqueProblems(db, { form, value, document }))], nodes, references,
    ...(await againOf(context, { stored, form, pinned, value })) }
}

interface FiledAgain {
  readonly stored: Awaited<ReturnType<typeof storedValue>>
  readonly form: Form
  readonly pinned: { readonly flow: Flow; readonly hash: string }
  readonly value: FormValue
}

/** Finds the approvers that resubmitting a returned document asks, as the engine decides it (`resumption` in submission.ts). */
async function againOf(context: CommandContext, filing: FiledAgain): Promise<{ again?: ResubmissionPath }> {
  const returned = filing.stored?.process.returned
  return returned?.target === startNode ? { again: await askedAgain(context, filing, returned) } : {}
}

/** The nodes whose decisions still hold, as the engine will decide when the document is filed. */
async function standing({ db, flows }: CommandContext, { stored, form, pinned, value }: FiledAgain) {
  if (!stored || !isSameVersion({ flows, stored, form, pinned })) return undefined
  return standingAt({ form, flow: pinned.flow, value, baseline: await returnBaseline(db, stored, pinned.flow) })
}

interface FiledVersion extends Pick<FiledAgain, 'form' | 'pinned'> {
  readonly flows: CommandContext['flows']
  readonly stored: { readonly flow: string; readonly form: string | null }
}

/** Returns whether a document is resubmitted with its pinned versions. */
const isSameVersion = ({ flows, stored, form, pinned }: FiledVersion): boolean =>
  pinned.hash === stored.flow && flows.formHash(form.key) === stored.form

async function askedAgain({ db, flows }: CommandContext, { stored, form, pinned, value }: FiledAgain,
  returned: PendingReturn): Promise<ResubmissionPath> {
  const { from: node } = returned
  const isBySeen = pinned.flow.settings.again === 'changed'
  if (returned.resume !== 'direct' && !isBySeen) return { node, way: 'inOrder', changed: [] }
  if (!stored || !isSameVersion({ flows, stored, form, pinned })) return { node, way: 'changed', changed: [] }
  const before = { id: stored.id, value: stored.held }
  const changed = await changedSinceReturn(db, { stored: before, form: stored.filed.form, flow: pinned.flow }, { value, by: 'initiator' })
  // calculated fields follow from entered ones
  const entered = changed.filter((key) => form.fields[key]?.kind !== 'calculated')
  const labels = (entered.length > 0 ? entered : changed).flatMap((key) => form.fields[key] ?? []).map(({ cn, en }) => ({ cn, en }))
  return { node, way: changed.length === 0 ? 'direct' : isBySeen ? 'seen' : 'changed', changed: labels }
}

async function newlyNamed({ host, db, caller }: CommandContext,
  { form, incoming, shown }: { readonly form: Form; readonly incoming: FormValue; readonly shown: FormValue }) {
  const before = recordsNamedIn(form.fields, incoming)
  const found: Record<RecordKind, readonly ReferenceRecord[]> = {}
  for (const [kind, ids] of recordsNamedIn(form.fields, shown)) {
    const added = [...ids].filter((id) => before.get(kind)?.has(id) !== true)
    const source = added.length > 0 ? host.references.source(kind) : undefined
    if (source) found[kind] = await source.find(db, added, { caller, departments: host.departments })
  }
  return found
}

/** Values a draft, including external values where the form needs any. */
async function valued(host: DocumentHost, db: Db, draft: ValuationInput): Promise<Valuation> {
  const first = await valueAtStart(host, db, draft)
  return (await askWhileEditing(host, draft.form, first)) ? valueAtStart(host, db, draft) : first
}

/** The document that is changed, with its value in the current form; undefined for a new one. @throws Missing for an unreadable one */
export async function storedValue(context: CommandContext, form: Form, document: string | undefined) {
  if (document === undefined) return undefined
  await mustRead(context, document)
  const { value, ...stored } = await context.db.selectFrom('document').select(['id', 'type', 'form', 'flow', 'value', 'number', 'process'])
    .where(
      'id',
      '=',
      document,
    )
    .executeTakeFirstOrThrow()
  const filed = await definitionOfDocument(context.host, context.db, stored)
  return { ...stored, filed, held: value, value: carriedOver(filed.form, form, value) }
}
