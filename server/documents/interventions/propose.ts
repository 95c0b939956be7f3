import { Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import type { Command } from '#approval/command.ts'
import { confirmRefusal, type Intervention, interventionLabels, isMoney, needsSecond, placeOf } from '#approval/interventions.ts'
import { nameOf } from '#approval/reason.ts'
import { isInterested, taskOf } from '#approval/state.ts'
import type { Confirmation, InterventionProposal } from '#approval/wire/intervention.ts'
import { confirmPermission } from '#approval/administrator.ts'
import type { DocumentState } from '#approval/types.ts'
import { documentNoun } from '#server/messages/rows.ts'
import { notify } from '#server/messages/notify.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { nodeNames } from '../definitions/flow-contents.ts'
import { type CommandContext, decideOn, type OpenDocument } from '../lifecycle/run-command.ts'
import { currentNodes } from '../store/store.ts'
import { openInterventions } from './outcomes.ts'
import type { DocumentHost } from '../host.ts'
import { engineFacts, type EngineInput } from '../lifecycle/engine-facts.ts'
import { personOf } from '../timeline/people.ts'
import { administersFlows, keepsBooks, mayRead } from '../visibility/scope.ts'

/** The document of an intervention. */
interface ConfirmedDocument extends Omit<EngineInput, 'caller' | 'process'> {
  readonly id: string
  readonly process: DocumentState
}

/** Returns whether a person may confirm interventions: they administer workflows, or have the permission directly. */
export const mayConfirmAny = (caller: Pick<Caller, 'permissions' | 'roles'>): boolean =>
  administersFlows(caller) || permits(caller.permissions, confirmPermission)

/** A person as a caller with their current permissions; undefined for one who is disabled, departed or unknown. */
export function callerNamed(organisation: Organisation, id: string): Caller | undefined {
  const member = organisation.users.get(id)
  return member?.enabled && !member.departed ? callerFrom(organisation, member) : undefined
}

const callerFrom = (organisation: Organisation, member: Member): Caller => ({ ...callerOf(organisation, member), traceId: 'intervention',
  ip: '' })

/** People who are paid by the document, its initiator and its applicant: none of them may confirm interventions in it. */
function interestedPeople(organisation: Organisation, document: ConfirmedDocument): readonly string[] {
  const context = { document: document.process, facts: engineFacts({ ...document, caller: bystander }) }
  return [...organisation.users.keys()].filter((id) => isInterested(context, id))
}

/** A caller without permissions: whether a person is paid does not depend on the caller. */
const bystander = { id: '', permissions: new Set<string>() }

/** Maximum number of people who are named and notified per proposal. */
const most = 20

/**
 * The people who may confirm a proposer's intervention: they have the permission, may read the document, and have no interest in it.
 * Where there are none, the accountants with read access who could be given the permission.
 */
export async function confirmationOf(host: DocumentHost, db: Db, document: ConfirmedDocument, proposer: string): Promise<Confirmation> {
  const organisation = await host.organisation(db)
  const context = { document: document.process, facts: engineFacts({ ...document, caller: bystander }) }
  const found = async (holds: (caller: Caller) => boolean, limit: number) => {
    const people: Caller[] = []
    for (const caller of holdersOf(organisation, holds)) {
      if (people.length === limit) break
      const refused = confirmRefusal({ ...context, person: caller.id, proposer, holdsRight: true })
      if (!refused && (await mayRead({ host, db, caller }, document.id))) people.push(caller)
    }
    return people.map(({ id }) => personOf(document.evaluation.directory, id))
  }
  const confirmers = await found(mayConfirmAny, most)
  return { confirmers, candidates: confirmers.length > 0 ? [] : await found(keepsBooks, 5) }
}

/** Active people whose permissions satisfy a predicate, which is evaluated once per set of roles. */
function* holdersOf(organisation: Organisation, holds: (caller: Caller) => boolean): Generator<Caller> {
  const known = new Map<string, boolean>()
  const active = [...organisation.users.values()].filter(({ enabled, departed }) => enabled && !departed)
  for (const member of active) {
    const key = `${member.admin} ${member.roles.toSorted().join(' ')}`
    const isHolder = known.get(key) ?? holds(callerFrom(organisation, member))
    known.set(key, isHolder)
    if (isHolder) yield callerFrom(organisation, member)
  }
}

/** An intervention in a document of another person. */
export type InterventionCommand = Extract<Command, { readonly action: Intervention }>

/** Returns whether a command needs confirmation: an intervention in a document that moves money, not confirmed yet. */
export const awaitsConfirmation = ({ stored, form, pinned }: OpenDocument, command: Command): command is InterventionCommand =>
  needsSecond(command.action, command.by, stored.process) && (command as InterventionCommand).confirmedBy === undefined &&
  isMoney(form, pinned.flow)

/**
 * Stores an intervention as a proposal once the engine accepts it, and notifies those who may confirm it.
 * @throws the engine's refusal; Refused where the same proposal is open, for a missing reason, or for files except when voiding
 */
export async function propose(context: CommandContext, opened: OpenDocument, command: InterventionCommand): Promise<InterventionProposal> {
  const { host, db, caller, at } = context
  const { stored: { id: document, number, process }, form, evaluation: { directory } } = opened
  decideOn(context, opened, command)
  demandReasonAlone(command)
  const task = 'task' in command ? command.task : null
  const [waiting] = (await openInterventions(db, document, at)).filter((each) => each.action === command.action && each.task === task)
  if (waiting) throw new Refused('interventions.alreadyProposed', { name: nameOf(directory, waiting.proposer) })
  const subject = confirmedDocument(context, opened)
  const expires = new Date(at.getTime() + host.env.confirmationDays * 86_400_000)
  const { runs, holder = null } = placeOf(process, task ?? undefined)
  const excluded = [...new Set([caller.id, ...interestedPeople(await host.organisation(db), subject)])]
  const { id } = await db.insertInto('intervention').values({ document, action: command.action, runs, task, holder,
    ...stepsOf(opened, command), ...(await versionOf(context, opened, command)), assignee: 'person' in command ? command.person : null,
    reason: command.comment?.trim() ?? '', proposer: caller.id, excluded, at, expires_at: expires }).returning('id')
    .executeTakeFirstOrThrow()
  const confirmation = await confirmationOf(host, db, subject, caller.id)
  await notify(db, { kind: 'interventionProposed', recipients: confirmation.confirmers.map((person) => person.id), document,
    params: { urlPage: '/interventions' }, at, bulk: context.bulk,
    blanks: { u: caller.name, p: bilingual(documentNoun(form)), no: number, act: bilingual(interventionLabels[command.action]) } })
  return { id, expiresAt: nowOf(expires), ...confirmation }
}

/** @throws Refused */
function demandReasonAlone({ comment = '', attachments = [] }: InterventionCommand): void {
  const [code, field] = attachments.length > 0 ? ['interventions.noFiles', 'attachmentList'] : ['approval.opinionRequired', 'comment']
  if (attachments.length > 0 || comment.trim() === '') throw new Refused(code, {}, [{ field, code, parameters: {} }])
}

/** The document of a command, as the check of confirmers needs it. */
export const confirmedDocument = ({ at }: Pick<CommandContext, 'at'>,
  { stored: { id, value, process }, form, evaluation, bindings }: OpenDocument): ConfirmedDocument => ({ id, form, value, evaluation, at,
    bindings, process })

/** Names of the node where the document waits (none for a completed one) and of the node it would be moved to. */
function stepsOf({ stored: { process }, pinned: { flow } }: OpenDocument, command: InterventionCommand) {
  const names = nodeNames(flow)
  const nameAt = (node: string): Label => names.get(node) ?? { cn: node, en: node }
  const nodes = 'task' in command ? [taskOf(process, command.task)?.node ?? ''] : currentNodes(flow, process).map(({ id }) => id)
  const step = { cn: nodes.map((node) => nameAt(node).cn).join('、'), en: nodes.map((node) => nameAt(node).en).join(', ') }
  const target = command.action === 'jump' ? command.target : null
  return { step: JSON.stringify(step), target, target_name: target === null ? null : JSON.stringify(nameAt(target)) }
}

/** The target version of a move, and how to move. */
async function versionOf({ flows, db }: CommandContext, { form }: OpenDocument, command: InterventionCommand) {
  if (command.action !== 'move') return {}
  const { version } = await flows.pinned(db, form.key, command.to)
  const name: Label = { cn: `第 ${version} 版`, en: `Version ${version}` }
  return { target: `${command.choice} ${command.to}`, target_name: JSON.stringify(name) }
}
