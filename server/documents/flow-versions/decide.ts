import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { isError } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FlowChoice } from '#kernel/flow/flow-version.ts'
import type { Db } from '#server/database/tables.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { changedFlow, type FlowChanges } from './change-flow.ts'
import { mergedFlow } from './flow-difference.ts'
import { isSame } from './flow-parts.ts'
import { type FlowPointer, flowPointer, hasOffer, lockedPointer, putInForce, storeFlow } from './flow-store.ts'

/** The versions that somebody decided on; the decision is refused where another one is in force by now. */
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

/** The shipped and the company's version in one; undefined where both changed the same part, or one of them is no longer the last. */
export async function mergedWith(db: Db, flows: Definitions,
  { key, current, shipped }: VersionPair & { readonly key: string }): Promise<Flow | undefined> {
  const pointer = await mustPoint(db, key)
  if (pointer.base === null || pointer.hash !== current || pointer.shipped !== shipped) return undefined
  const [base, now, own] = await Promise.all([pointer.base, shipped, current].map((hash) => flows.pinned(db, key, hash)))
  return base && now && own ? mergedFlow({ base: base.flow, shipped: now.flow, own: own.flow }) : undefined
}

/** @throws Refused `documents.flowRefused` with the findings at their nodes that the flow in force does not have already */
export async function demandSound(judge: FlowAnalysis, db: Db,
  { form, flow, before }: { readonly form: Form; readonly flow: Flow; readonly before: Flow }): Promise<void> {
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
  { key, current, flow }: { readonly key: string; readonly current: string; readonly flow: Flow }): Promise<void> {
  const pointer = await pointerAt(db, key, { current })
  const [before, shipped] = await Promise.all([current, pointer.shipped].map((hash) => flows.pinned(db, key, hash)))
  if (isSame(flow, before?.flow)) throw new Refused('documents.flowUnchanged')
  const after = isSame(flow, shipped?.flow) ? pointer.shipped : await storeFlow(db, key, { flow, by: caller.id, at })
  await putInForce(db, pointer, { choice: 'publish', after, by: caller.id, at })
}

interface OfferDecision extends VersionPair {
  readonly key: string
  readonly choice: Exclude<FlowChoice, 'publish'>
  /** For a merge: both versions in one, found sound. */
  readonly merged: Flow | undefined
}

/**
 * Decides what becomes of the shipped version where the company has its own: it is put in force, left, or put together with it.
 * Adopting is open without an offer too: the company goes back to what is shipped.
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

async function pointerAt(db: Db, key: string, seen: Partial<VersionPair>): Promise<FlowPointer> {
  const pointer = await lockedPointer(db, key)
  if (!pointer) throw new Missing('documents.noSuchFlow')
  if (pointer.hash !== seen.current || (seen.shipped !== undefined && pointer.shipped !== seen.shipped))
    throw new StateMoved(undefined, 'error.recordChanged')
  return pointer
}
