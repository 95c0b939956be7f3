import { Forbidden, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { PublishDraft, RollBack, StopDesign } from '#kernel/flow/design.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { contentOf, flowOfBody, lockFilings } from '../definitions/definition-store.ts'
import { demandRolesKept, demandSound, mustPoint, pointerAt, publishFlow } from '../flow-versions/decide.ts'
import { putInForce, recordPublication } from '../flow-versions/flow-store.ts'
import { demandStartersExist } from '../flow-versions/change-flow.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { endDraft, joinedFlows, readDraft, type StoredDraft } from './drafts.ts'
import { demandScenarios } from './simulation.ts'

/** A draft that may be published, at the revision and on the version in force that were analysed. */
export interface PublishableDraft {
  readonly flow: Flow
  readonly draft: StoredDraft
}

/**
 * Analyses a draft outside the publishing transaction, since this takes seconds. A draft based on an earlier version is merged with the
 * one in force.
 * @throws StateMoved; Refused with findings, scenarios or the parts that both changed
 */
export async function judgeDraft(context: CommandContext, judge: FlowAnalysis, form: Form,
  { id, revision, current }: { readonly id: string } & Omit<PublishDraft, 'reason'>): Promise<PublishableDraft> {
  const { db, flows, host } = context
  const draft = await readDraft(db, form.key, id)
  const { hash } = await mustPoint(db, form.key)
  if (draft.revision !== revision || hash !== current) throw new StateMoved(undefined, 'error.recordChanged')
  const [base, before] = await Promise.all([draft.base, current].map(async (each) => (await flows.pinned(db, form.key, each)).flow))
  if (!base || !before) throw new Missing('documents.noSuchFlow')
  const joined = joinedFlows({ base, theirs: before, mine: draft.flow })
  if (!joined.flow)
    throw new Refused('documents.draftConflicts', {}, joined.conflicts.map(({ node, attribute }) => ({
      field: node ? `nodes.${node.id}` : attribute,
      code: 'documents.draftConflicts',
    })))
  await demandStartersExist(db, await host.directory(db), { flow: joined.flow, before })
  await demandSound(judge, db, { form, flow: joined.flow, before })
  await demandScenarios(context, form, joined.flow)
  return { flow: joined.flow, draft }
}

/**
 * Publishes an analysed draft and returns the number of the entry.
 * @throws StateMoved where the draft or the version in force has changed
 */
export async function publishDraft(context: CommandContext, form: Form, { flow, draft }: PublishableDraft,
  { current, reason }: PublishDraft): Promise<number> {
  const seq = await publishFlow(context, { key: form.key, current, flow, reason })
  const now = await readDraft(context.db, form.key, draft.id, { isLocked: true })
  if (now.revision !== draft.revision) throw new StateMoved(undefined, 'error.recordChanged')
  await endDraft(context, form.key, draft.id)
  await demandStored(context, form, flow)
  return seq
}

/** Reads the flow in force back. @throws Error where it differs from the published one */
async function demandStored({ db, host }: CommandContext, { key }: Form, flow: Flow): Promise<void> {
  const row = await db.selectFrom('definition_current as current').innerJoin('definition',
    (join) =>
      join.onRef('definition.kind', '=', 'current.kind').onRef('definition.key', '=', 'current.key').onRef('definition.hash', '=',
        'current.hash')).where('current.kind', '=', 'flow').where('current.key', '=', key).select(['definition.body', 'definition.content'])
    .executeTakeFirstOrThrow()
  const content = contentOf(flowOfBody(row.body as Flow, host.plugins.flatMap(({ owners }) => owners)))
  if (row.content !== content || content !== contentOf(flow)) throw new Error(`the flow of ${key} is not stored as it was published`)
}

/** Stops a flow: no new documents can be filed, running ones continue. @throws StateMoved; Refused where it is already stopped */
export async function stopFlow({ db, caller, at }: CommandContext, key: string, { current, reason }: StopDesign): Promise<number> {
  const pointer = await pointerAt(db, key, { current })
  if (pointer.isStopped) throw new Refused('documents.flowStopped')
  await db.updateTable('definition_current').set({ stopped_at: at }).where('kind', '=', 'flow').where('key', '=', key).execute()
  return recordPublication(db, key, { choice: 'stop', before: current, after: current, shipped: pointer.shipped, reason, by: caller.id,
    at })
}

/** Analyses an earlier version in the current organisation. @throws Missing; Refused */
export async function judgeVersion(context: CommandContext, judge: FlowAnalysis, form: Form, { to, current }: RollBack): Promise<Flow> {
  const { db, flows } = context
  const [{ flow }, { flow: before }] = await Promise.all([flows.pinned(db, form.key, to), flows.pinned(db, form.key, current)])
  await demandSound(judge, db, { form, flow, before })
  await demandScenarios(context, form, flow)
  return flow
}

/** Puts an earlier version in force again, which also ends a stop. @throws StateMoved; Refused where it is already in force */
export async function rollBack(context: CommandContext, form: Form, { to, current, reason }: RollBack, flow: Flow): Promise<number> {
  const { db, caller, at } = context
  const pointer = await pointerAt(db, form.key, { current })
  if (to === current && !pointer.isStopped) throw new Refused('documents.flowUnchanged')
  await demandRolesKept(db, flow)
  const seq = await putInForce(db, pointer, { choice: 'rollback', after: to, by: caller.id, at, reason })
  await demandStored(context, form, flow)
  return seq
}

/**
 * Deletes the flow of a form that was designed here, with the form, their drafts and scenarios. Versions and the history of publications
 * stay stored.
 * @throws Forbidden without the right to delete the form; Refused `documents.flowShipped` or `documents.designUsed`
 */
export async function deleteDesign(context: CommandContext, form: Form): Promise<void> {
  const { host, caller } = context
  if (!form.designed || !host.designedForms) throw new Refused('documents.flowShipped')
  if (!permits(caller.permissions, host.designedForms.needs)) throw new Forbidden('error.forbidden')
  await host.designedForms.remove(context, form.key)
}

/** Ends the drafts and scenarios of a form that is deleted. */
export async function endDrafts({ db, at }: Pick<CommandContext, 'db' | 'at'>, key: string): Promise<void> {
  await db.updateTable('flow_draft').set({ ended_at: at }).where('key', '=', key).where('ended_at', 'is', null).execute()
  await db.updateTable('flow_scenario').set({ removed_at: at }).where('key', '=', key).where('removed_at', 'is', null).execute()
}

/**
 * Demands that nobody ever filed a document with a form, and keeps it so until the end of the transaction.
 * @throws Refused `documents.designUsed`
 */
export async function demandUnfiled(db: CommandContext['db'], key: string): Promise<void> {
  await lockFilings(db, key)
  const count = await filedWith(db, key)
  if (count > 0) throw new Refused('documents.designUsed', { count })
}

/** Number of documents that were ever filed with a form. */
export async function filedWith(db: CommandContext['db'], key: string): Promise<number> {
  const { count } = await db.selectFrom('document').where('type', '=', key).select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
