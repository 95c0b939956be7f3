import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { isError } from '#kernel/composition/problem.ts'
import { rolesNamed } from '#kernel/composition/requirement-findings.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FlowChoice } from '#kernel/flow/flow-version.ts'
import type { Db } from '#server/database/tables.ts'
import { keepNames } from '#server/extensions/name-uses.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { changedFlow, type FlowChanges, initiatorPolicies } from './change-flow.ts'
import { isSame, mergedFlow } from './flow-difference.ts'
import { type FlowPointer, flowPointer, hasOffer, lockedPointer, putInForce, storeFlow } from './flow-store.ts'

/** The versions that a decision refers to; it is refused where another version has come into force since. */
export interface VersionPair {
  readonly current: string
  readonly shipped: string
}

/** @throws Missing `documents.noSuchFlow` */
export async function mustPoint(db: Db, key: string): Promise<FlowPointer> {
  const pointer = await flowPointer(db, key)
  if (!pointer) throw new Missing('documents.noSuchFlow')
  return pointer
}

/** The version in force with changed settings. */
export async function flowWith(db: Db, flows: Definitions,
  { key, current, changes }: { readonly key: string; readonly current: string; readonly changes: FlowChanges }): Promise<Flow> {
  return changedFlow((await flows.pinned(db, key, current)).flow, changes)
}

/** The shipped and the company's version merged; undefined where both changed the same part, or one of them is outdated. */
export async function mergedWith(db: Db, flows: Definitions,
  { key, current, shipped }: VersionPair & { readonly key: string }): Promise<Flow | undefined> {
  const pointer = await mustPoint(db, key)
  if (pointer.base === null || pointer.hash !== current || pointer.shipped !== shipped) return undefined
  const [base, now, own] = await Promise.all([pointer.base, shipped, current].map((hash) => flows.pinned(db, key, hash)))
  return base && now && own ? mergedFlow({ base: base.flow, shipped: now.flow, own: own.flow }) : undefined
}

/**
 * @throws Refused `documents.flowRefused` with findings that the flow in force does not have already, and `documents.moneyNotToInitiator`
 * where the flow moves money and its policy would let the initiator decide
 */
export async function demandSound(judge: FlowAnalysis, db: Db,
  { form, flow, before }: { readonly form: Form; readonly flow: Flow; readonly before: Flow }): Promise<void> {
  if (!initiatorPolicies(form, flow).includes(flow.settings.initiatorApprover)) {
    const code = 'documents.moneyNotToInitiator'
    throw new Refused(code, {}, [{ field: 'initiatorApprover', code }])
  }
  const errors = (await judge(db, { form, flow })).filter(isError)
  if (errors.length === 0) return
  const known = new Set((await judge(db, { form, flow: before })).filter(isError).map(({ text }) => text.en))
  const fresh = errors.filter(({ text }) => !known.has(text.en))
  if (fresh.length === 0) return
  throw new Refused('documents.flowRefused', {},
    fresh.map(({ node, text }) => ({ field: node === undefined ? '' : `nodes.${node}`, code: 'documents.flowRefused', message: text })))
}

/** Puts a changed flow in force. @throws StateMoved; Refused `documents.flowUnchanged` */
export async function publishFlow({ db, flows, caller, at }: CommandContext,
  { key, current, flow, reason }: { readonly key: string; readonly current: string; readonly flow: Flow;
    readonly reason?: string }): Promise<number> {
  const pointer = await pointerAt(db, key, { current })
  const [before, shipped] = await Promise.all([current, pointer.shipped].map((hash) => flows.pinned(db, key, hash)))
  if (isSame(flow, before?.flow)) throw new Refused('documents.flowUnchanged')
  await demandRolesKept(db, flow)
  const after = isSame(flow, shipped?.flow) ? pointer.shipped : await storeFlow(db, key, { flow, by: caller.id, at })
  return putInForce(db, pointer, { choice: 'publish', after, by: caller.id, at, reason })
}

/** Keeps the roles of a flow until the transaction ends. @throws Refused `documents.starterGone` where one was deleted meanwhile */
export async function demandRolesKept(db: Db, flow: Flow): Promise<void> {
  await keepNames(db)
  const named = [...new Set(rolesNamed({ flow, fields: {} }).map(({ role }) => role))]
  if (named.length === 0) return
  const gone = await db.selectFrom('sys_role').select('perm_chars').where('perm_chars', 'in', named).groupBy('perm_chars')
    .having(({ fn }) => fn.min('del_flag'), '<>', 0).execute()
  if (gone.length > 0) throw new Refused('documents.starterGone', {}, [{ field: 'steps', code: 'documents.starterGone' }])
}

interface OfferDecision extends VersionPair {
  readonly key: string
  readonly choice: Exclude<FlowChoice, 'publish'>
  /** The merged flow, already analysed. */
  readonly merged: Flow | undefined
}

/**
 * Decides on the shipped version where the company has its own: adopt, keep or merge it. Adopting is also possible without an offer, and
 * returns to the shipped version.
 * @throws StateMoved; Refused
 */
export async function decideOnShipped({ db, caller, at }: CommandContext,
  { key, current, shipped, choice, merged }: OfferDecision): Promise<void> {
  const pointer = await pointerAt(db, key, { current, shipped })
  if (pointer.base === null) throw new Refused('documents.flowIsShipped')
  if (choice !== 'adopt' && !hasOffer(pointer)) throw new Refused('documents.noFlowOffer')
  const afterwards = {
    adopt: async () => shipped,
    keep: async () => current,
    merge: () => storeMerged(db, key, { flow: merged, by: caller.id, at }),
  }
  await putInForce(db, pointer, { choice, after: await afterwards[choice](), by: caller.id, at })
}

async function storeMerged(db: Db, key: string,
  { flow, by, at }: { readonly flow: Flow | undefined; readonly by: string; readonly at: Date }): Promise<string> {
  if (!flow) throw new Refused('documents.flowsConflict')
  return storeFlow(db, key, { flow, by, at })
}

/** The flow in force, locked. @throws Missing; StateMoved where another version than the one seen is in force */
export async function pointerAt(db: Db, key: string, seen: Partial<VersionPair>): Promise<FlowPointer> {
  const pointer = await lockedPointer(db, key)
  if (!pointer) throw new Missing('documents.noSuchFlow')
  if (pointer.hash !== seen.current || (seen.shipped !== undefined && pointer.shipped !== seen.shipped))
    throw new StateMoved(undefined, 'error.recordChanged')
  return pointer
}
