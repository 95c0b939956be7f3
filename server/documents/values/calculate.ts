import type { ApproverChoice } from '#approval/types.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { carriedOver } from '#kernel/fields/dropped-fields.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord } from '#server/host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { bindingsOf } from '../lifecycle/engine-facts.ts'
import { definitionOfDocument, type DocumentHost, formOf } from '../host.ts'
import { bindingProblems } from '../links/links.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { pathOf, type PathNode } from '../timeline/path.ts'
import { readerOf } from '../visibility/scope.ts'
import { accessIn, disclosedDocumentValue } from './disclosed-values.ts'
import { mayFile } from '../lifecycle/submit.ts'
import { demandStarter } from '../lifecycle/starting.ts'
import { uniqueProblems } from '../unique/unique-keys.ts'
import { askWhileEditing } from './ask-outside.ts'
import { recordsNamedIn } from './form-facts.ts'
import { type ValuationInput, type Valuation, valueAtStart } from './valuation.ts'

export interface Calculation {
  readonly type: string
  /** A filed document that is being changed. */
  readonly document: string | undefined
  readonly incoming: FormValue
  readonly choices: readonly ApproverChoice[]
}

interface CalculationResult {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly nodes: readonly PathNode[]
  /** The records that the value names and the question did not, as the caller is shown them: a browser need not ask for them. */
  readonly references: Readonly<Record<RecordKind, readonly ReferenceRecord[]>>
}

/**
 * Calculates a form as if it were filed now: the values that the server adds (rate, budget), what stands
 * against it, and who would approve it. Nothing is written.
 */
export async function calculate(context: CommandContext, { type, document, incoming, choices }: Calculation): Promise<CalculationResult> {
  const { host, db, flows, caller, at } = context
  const form = formOf(host, type)
  mayFile(form, caller)
  const { flow } = await flows.current(db, form)
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
  const nodes = pathOf(flow, { form, value, evaluation, at, caller, bindings }, { applicant: String(value['applicant'] ?? caller.id),
    choices })
  const links = await bindingProblems(db, { form, value, facts: evaluation }, { ...(await readerOf(host, db, caller)), document,
    forms: host.forms })
  const access = accessIn({ form, reader: caller, document: stored?.process, nodes: ['start'] })
  const shown = await disclosedDocumentValue(host, { db, form, value, reader: caller, directory: evaluation.directory }, access)
  const references = await newlyNamed(context, { form, incoming, shown })
  return { value: shown, problems: [...problems, ...links, ...(await uniqueProblems(db, { form, value, document }))], nodes, references }
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

/** Evaluates with the answers of other systems, where the form asks any. */
async function valued(host: DocumentHost, db: Db, draft: ValuationInput): Promise<Valuation> {
  const first = await valueAtStart(host, db, draft)
  return (await askWhileEditing(host, draft.form, first)) ? valueAtStart(host, db, draft) : first
}

/** The document that is changed; undefined for a new one. */
async function storedValue(context: CommandContext, form: Form, document: string | undefined) {
  if (document === undefined) return undefined
  await mustRead(context, document)
  const { value, ...stored } = await context.db.selectFrom('document').select(['type', 'form', 'flow', 'value', 'number', 'process']).where(
    'id',
    '=',
    document,
  )
    .executeTakeFirstOrThrow()
  const filed = await definitionOfDocument(context.host, context.db, stored)
  return { ...stored, value: carriedOver(filed.form, form, value) }
}
