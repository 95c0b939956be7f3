import { todayOf } from '#kernel/values/dates.ts'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { carriedOver } from '#kernel/fields/dropped-fields.ts'
import { type Form, formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Flow } from '#kernel/flow.ts'
import { isStarter } from '#kernel/flow/starters.ts'
import type { CommandOf } from '#approval/command.ts'
import { decide, isRefusal } from '#approval/engine.ts'
import type { Event } from '#approval/event.ts'
import type { ApproverChoice, DocumentState } from '#approval/types.ts'
import type { Directory } from '#approval/directory.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import { attachTo, keepOthersFiles } from '#server/attachments/attachments.ts'
import { type CommandContext, commit, decideOn, missingUnlessReadable, open, type OpenDocument, runEventHandlers } from './run-command.ts'
import { refusalError, withoutReferralReasons } from './nodes/position.ts'
import { engineFacts, isOtherSystem } from './engine-facts.ts'
import { formOf } from '../host.ts'
import { attachmentsOf, bindingProblems, type LinkInput, lockBound, targetsOf, writeLinks } from '../links/links.ts'
import { drawNumber } from '../store/numbers.ts'
import { readerOf } from '../visibility/scope.ts'
import { insert } from '../store/store.ts'
import { keepUnique, uniqueProblems } from '../unique/unique-keys.ts'
import { subjectIn } from '../store/subjects.ts'
import { isUnchangedSinceReturn } from './changes.ts'
import { refuseProblems, type Valuation, valueAtStart } from '../values/valuation.ts'

/** A person's submission. */
export interface SubmissionInput {
  readonly type: string
  readonly incoming: FormValue
  readonly choices: readonly ApproverChoice[]
  readonly accepted: readonly string[]
}

/** A filed document. */
export interface SubmittedDocument {
  readonly id: string
  readonly number: string
  readonly process: DocumentState
}

/** @throws Forbidden unless the caller may file this type */
export function mayFile(form: Form, caller: Caller): void {
  if (form.startedBy !== undefined && !isOtherSystem(caller)) throw new Forbidden('documents.startedElsewhere')
  if (!permits(caller.permissions, formPermissions(form.key).add)) throw new Forbidden('error.forbidden')
}

/** Files a new document in the caller's transaction. */
export async function submit(context: CommandContext, filing: SubmissionInput): Promise<SubmittedDocument> {
  const { host, flows, db, caller, at } = context
  const form = formOf(host, filing.type)
  mayFile(form, caller)
  const id = newId()
  const { pinned, versions, isStopped } = await flows.starting(db, form)
  if (isStopped) throw new Refused('documents.flowStopped')
  const number = await drawNumber(db, form.prefix, todayOf(at))
  await demandStarter(context, pinned.flow)
  const valuation = await valueAtStart(host, db, {
    form,
    flow: pinned.flow,
    caller,
    at,
    versions,
    document: { id, round: 1, starter: caller.id },
    before: undefined,
    incoming: filing.incoming,
    accepted: filing.accepted,
  })
  await refuseFiling(context, form, valuation)
  const command = { action: 'submit', document: id, form: form.key, flow: pinned.hash, applicant: applicantOf(valuation, caller),
    choices: filing.choices, by: caller.id, at: at.toISOString() } as const
  const events = decide(pinned.flow, undefined, command,
    engineFacts({ form, value: valuation.value, evaluation: valuation.evaluation, at, caller, bindings: 0 }))
  if (isRefusal(events)) throw refusalError(events, command)
  const value = 'businessNo' in form.fields ? { ...valuation.value, businessNo: number } : valuation.value
  const process = await insert(db, { form, formHash: flows.formHash(form.key), flow: pinned.flow, flowHash: pinned.hash, number, value,
    subject: await subjectIn(host, { form, value, evaluation: valuation.evaluation }), events, evaluation: valuation.evaluation, at })
  await keepUnique(db, { form, document: id, value, status: process.status })
  await attach(context, id, { form, value, facts: valuation.evaluation }, { isNew: true })
  await runEventHandlers(host, { ...valuation.step, value, document: { id, number, round: process.round, starter: process.starter } },
    events)
  return { id, number, process }
}

/** Resubmits a document under its number: after refusal, revocation, voiding, or a return for changes. */
export function resubmit(context: CommandContext, id: string, filing: SubmissionInput): Promise<SubmittedDocument> {
  return missingUnlessReadable(context, { document: id, absent: 'documents.noSuchDocument' }, () => fileAgain(context, id, filing))
}

async function fileAgain(context: CommandContext, id: string, filing: SubmissionInput): Promise<SubmittedDocument> {
  const { host, flows, db, caller, at } = context
  const opened = await open(context, { document: id })
  const { stored } = opened
  const form = formOf(host, stored.type)
  if (form.key !== filing.type) throw new Missing('documents.noSuchDocument')
  mayFile(form, caller)
  const pinned = await flows.current(db, form)
  guardResubmit(context, opened, pinned.hash)
  const valuation = await valueAtStart(host, db, {
    form,
    flow: pinned.flow,
    caller,
    at,
    versions: stored.versions,
    document: { id, number: stored.number, round: stored.process.round + 1, starter: stored.process.starter },
    before: carriedOver(opened.form, form, withoutReferralReasons(stored.value)),
    incoming: filing.incoming,
    accepted: filing.accepted,
  })
  await refuseFiling(context, form, valuation, id)
  // another version may lack the node to return to, and its approvers were shown other fields
  const isSameVersion = pinned.hash === stored.flow && flows.formHash(form.key) === stored.form
  const refreshed: OpenDocument = { ...opened, form, formHash: flows.formHash(form.key), evaluation: valuation.evaluation, pinned,
    baseline: isSameVersion ? opened.baseline : undefined }
  const unchanged = isSameVersion &&
    (await isUnchangedSinceReturn(context, opened, { value: valuation.value, by: 'initiator' }))
  const command = { ...resubmitCommand(context, pinned.hash, applicantOf(valuation, caller)), choices: filing.choices, unchanged }
  const events = decideOn(context, refreshed, command, valuation.value)
  await keepOthersFiles(db, caller.id, attachmentsOf(form.fields, stored.value), attachmentsOf(form.fields, valuation.value))
  await attach(context, id, { form, value: valuation.value, facts: valuation.evaluation })
  const process = await commit(context, refreshed, { events, value: valuation.value })
  return { id, number: stored.number, process }
}

/** Links the documents and files that the value names. */
async function attach({ db, caller }: CommandContext, id: string, linking: LinkInput, { isNew = false } = {}): Promise<void> {
  const { form, value } = linking
  await writeLinks(db, id, linking, { isNew })
  await attachTo(db, { document: id, type: form.key, caller: caller.id }, attachmentsOf(form.fields, value))
}

/** Refuses a caller without permission, or in a wrong state, before the form is validated. */
function guardResubmit(context: CommandContext, opened: OpenDocument, flow: string): readonly Event[] | undefined {
  try {
    return decideOn(context, opened, resubmitCommand(context, flow, opened.stored.process.applicant))
  } catch (error) {
    // problems that the new value may solve, such as a missing approver, are decided with that value
    if (error instanceof Refused) return undefined
    throw error
  }
}

const resubmitCommand = ({ caller, at }: CommandContext, flow: string, applicant: string): CommandOf<'resubmit'> => ({ action: 'resubmit',
  flow, applicant, by: caller.id, at: at.toISOString() })

async function refuseFiling({ host, db, caller }: CommandContext, form: Form, valuation: Valuation, document?: string): Promise<void> {
  await lockBound(db, form, valuation.value)
  const { value, evaluation } = valuation
  const bound = targetsOf(form, value).size === 0
    ? []
    : await bindingProblems(db, { form, value, facts: evaluation }, { ...(await readerOf(host, db, caller)), document, forms: host.forms })
  refuseProblems({ problems: [...valuation.problems, ...bound, ...(await uniqueProblems(db, { form, value, document }))] })
}

const applicantOf = ({ value }: Valuation, caller: Caller): string => String(value['applicant'] ?? caller.id)

type StartContext = Pick<CommandContext, 'host' | 'flows' | 'db' | 'caller'>

/** Returns the forms whose documents the caller may start, by permissions and by the starters of the flows in force. */
export async function startableForms(context: StartContext, forms: readonly Form[]): Promise<readonly Form[]> {
  const stopped = await context.flows.stopped(context.db)
  const open = forms.filter(({ key, startedBy }) =>
    startedBy === undefined && !stopped.has(key) && permits(context.caller.permissions, formPermissions(key).add)
  )
  const flows = (await context.flows.currents(context.db, open)).map(({ flow }) => flow)
  const departments = await departmentsFor(context, flows)
  return open.filter((_, index) => isStarter(flows[index]?.settings.starters, context.caller, departments))
}

/** Refuses a new document of a person who is not a starter of its flow. Not called for resubmitting. @throws Forbidden */
export async function demandStarter(context: Omit<StartContext, 'flows'>, { settings: { starters } }: Flow): Promise<void> {
  if (!starters) return
  const departments = await departmentsFor(context, [{ settings: { starters } }])
  if (!isStarter(starters, context.caller, departments)) throw new Forbidden('documents.notStarter')
}

/** The caller's departments with all ancestors; empty where no flow restricts departments. */
async function departmentsFor({ host, db, caller }: Omit<StartContext, 'flows'>,
  flows: readonly { readonly settings: Pick<Flow['settings'], 'starters'> }[]): Promise<ReadonlySet<string>> {
  if (!flows.some(({ settings: { starters } }) => starters && starters.departments.length > 0)) return new Set()
  return withAllAbove(await host.directory(db), caller.departments)
}

function withAllAbove(directory: Pick<Directory, 'department'>, departments: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const own of departments) {
    for (let id: string | undefined = own; id !== undefined && !found.has(id); id = directory.department(id)?.parent) found.add(id)
  }
  return found
}
