import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { Directory } from '#approval/directory.ts'
import { preview } from '#approval/engine.ts'
import type { PreviewNode } from '#approval/preview/preview.ts'
import { blockAt } from '#approval/tree.ts'
import type { ApproverChoice, BlockPath, Facts } from '#approval/types.ts'
import type { Block, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import { directoryOf } from '#server/identity/organisation/directory.ts'
import { recordsIn } from '#server/identity/organisation/directory-references.ts'
import { type Organisation, organisationOf, type OrganisationRecords } from '#server/identity/organisation/organisation.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import { grouped } from '#kernel/grouped.ts'

/** A document of the period, with its latest value. */
export interface PastDocument {
  readonly id: string
  readonly number: string
  readonly starter: string
  readonly applicant: string
  readonly value: FormValue
  readonly choices: readonly ApproverChoice[]
  /** RMB, decimal text. */
  readonly amount: string | null
}

/** A run's part that is the same for all its documents; compiled conditions belong to its form. */
export interface WhatIfQuestion {
  readonly form: Form
  readonly from: Flow
  readonly to: Flow
  readonly at: Date
  readonly organisation: OrganisationRecords
  /** Labels of the figures that conditions read, by dictionary and name with a space between: today's, and those that are tried. */
  readonly parameters: Readonly<Record<Side, ReadonlyMap<string, string>>>
  /** Median working hours by person; `''`: anybody else. */
  readonly stays: ReadonlyMap<string, number>
}

type Side = 'before' | 'after'

/** Documents to simulate with both versions. */
export interface WhatIfRequest {
  /** Id of the run. */
  readonly run: string
  /** Sent only where the thread does not have that of this run. */
  readonly question?: WhatIfQuestion
  readonly documents: readonly PastDocument[]
  /** The records referenced by the values. */
  readonly records: ReadonlyMap<RecordKind, ReadonlyMap<string, { readonly id: string }>>
  readonly owners: readonly { readonly declared: RecordOwners; readonly people: ReadonlyMap<string, string> }[]
}

/** The routes of one document through both versions. */
export interface WhatIfRow {
  readonly document: string
  readonly before: SimulatedRoute
  readonly after: SimulatedRoute
  /** The first condition or step at which the routes differ; null where they do not. */
  readonly cause: { readonly node: string; readonly label: Label } | null
}

export interface RouteStep extends Label {
  readonly node: string
  readonly people: readonly string[]
}

export interface SimulatedRoute {
  /** Steps that open tasks, with the ids of their assignees. */
  readonly steps: readonly RouteStep[]
  /** People who get a task. */
  readonly people: readonly string[]
  /** Working hours; of parallel branches the longest counts. */
  readonly hours: number
  readonly isRefused: boolean
}

export type WhatIfAnswer = { readonly rows: readonly WhatIfRow[] } | { readonly missing: 'question' }

/** The question of the last run. */
let asked: { readonly run: string; readonly question: Question } | undefined

interface Question extends Omit<WhatIfQuestion, 'organisation'> {
  readonly organisation: Organisation
}

type Batch = Question & Pick<WhatIfRequest, 'records' | 'owners'>

// on Linux this sets the priority of this thread only: it works in the time that calls and database leave
os.setPriority(0, os.constants.priority.PRIORITY_LOW)

/** Part of the time in which this thread works: two processors often are two threads of one core, which its work would slow down. */
const share = os.availableParallelism() > 2 ? 1 : 0.4
/** Time without a pause, ms; shorter than most calls, so that none of them meets work alone. */
const longestWork = 4

parentPort?.on('message', (request: WhatIfRequest) => void answer(request))

async function answer(request: WhatIfRequest): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await answerOf(request))
}

async function answerOf({ run, question, documents, records, owners }: WhatIfRequest): Promise<WhatIfAnswer> {
  if (question) asked = { run, question: { ...question, organisation: organisationOf(question.organisation) } }
  return asked?.run === run ? { rows: await rowsFor({ ...asked.question, records, owners }, documents) } : { missing: 'question' }
}

async function rowsFor(batch: Batch, documents: readonly PastDocument[]): Promise<WhatIfRow[]> {
  const rows: WhatIfRow[] = []
  let begun = performance.now()
  for (const document of documents) {
    rows.push(rowFor(batch, document))
    const worked = performance.now() - begun
    if (share === 1 || worked < longestWork) continue
    await pause(worked * (1 / share - 1))
    begun = performance.now()
  }
  return rows
}

function rowFor(batch: Batch, document: PastDocument): WhatIfRow {
  const { form, from, to, at, organisation, parameters } = batch
  const directory = directoryOf(organisation, { at, businessType: form.key }, (kind) => ownersFor(batch, kind))
  const facts = factsFor(batch, directory, document, 'before')
  // most facts are computed once they are asked for: both ways share them where they have the same parameters
  const factsAfter = parameters.after === parameters.before ? facts : factsFor(batch, directory, document, 'after')
  const [before, after] = [preview(from, facts, document), preview(to, factsAfter, document)]
  return { document: document.id, before: wayOf(batch, before), after: wayOf(batch, after), cause: causeOf(batch, before, after) }
}

function ownersFor({ owners }: Batch, kind: RecordKind): ReturnType<Directory['owners']> {
  const found = owners.find(({ declared }) => declared.of === kind)
  return found && { cn: found.declared.cn, en: found.declared.en, person: (id) => found.people.get(id) }
}

function factsFor({ form, at, records, parameters }: Batch, directory: Directory, { value, starter }: PastDocument, side: Side): Facts {
  const reference = (kind: RecordKind, id: string) =>
    (kind === 'person' || kind === 'department' ? recordsIn[kind](directory, id) : records.get(kind)?.get(id)) as never
  const today = todayOf(at)
  return engineFacts({ form, value, at, caller: { id: starter, permissions: new Set() }, process: { starter }, bindings: 0,
    evaluation: { today, now: nowOf(at), directory, calendar: new Map(), records: new Map(), reference,
      dict: (dictionary, name) => parameters[side].get(`${dictionary} ${name}`) ?? null, opinionFact: () => undefined,
      know: async () => false, knowIds: async () => false } })
}

const asks = ({ state, kind }: PreviewNode): boolean => kind === 'approve' && state === 'coming'

function wayOf({ stays }: Batch, nodes: readonly PreviewNode[]): SimulatedRoute {
  const asked = nodes.filter(asks)
  const open = (node: PreviewNode) => node.people.filter(({ auto }) => auto === undefined).map(({ id }) => id)
  const hoursOf = (node: PreviewNode) => {
    const each = open(node).map((person) => stays.get(person) ?? stays.get('') ?? 0)
    if (each.length === 0) return 0
    if (node.mode === 'any') return Math.min(...each)
    return node.mode === 'sequential' ? each.reduce((sum, time) => sum + time, 0) : Math.max(...each)
  }
  return { steps: asked.map((node) => ({ node: node.node, cn: node.cn, en: node.en, people: open(node).toSorted() })),
    people: asked.flatMap(open), hours: longest(asked.map((node) => ({ path: node.path, hours: hoursOf(node) })), 0),
    isRefused: nodes.some(({ problems }) => problems.length > 0) }
}

/** Sums the hours of sequential steps; of parallel branches the longest counts. */
function longest(steps: readonly { readonly path: BlockPath; readonly hours: number }[], depth: number): number {
  const blocks = grouped(steps, ({ path }) => path[depth])
  return [...blocks.values()].reduce((sum, inside) => {
    const own = inside.filter(({ path }) => path.length === depth + 1).reduce((all, { hours }) => all + hours, 0)
    const deeper = grouped(inside.filter(({ path }) => path.length > depth + 1), ({ path }) => path[depth + 1])
    return sum + own + Math.max(0, ...[...deeper.values()].map((branch) => longest(branch, depth + 2)))
  }, 0)
}

function causeOf({ from, to }: Batch, before: readonly PreviewNode[], after: readonly PreviewNode[]): WhatIfRow['cause'] {
  const key = (node: PreviewNode | undefined) =>
    node && JSON.stringify([node.node, node.mode, node.people.map(({ id, auto }) => [id, !auto])])
  const [old, next] = [before.filter(asks), after.filter(asks)]
  const index = Array.from({ length: Math.max(old.length, next.length) }).findIndex((_, at) => key(old[at]) !== key(next[at]))
  if (index < 0) return null
  const [mine, theirs] = [next[index], old[index]]
  const [node, flow] = mine && !isRemoval(old, next, index) ? [mine, to] : [theirs, from]
  if (!node) return null
  const label = conditionAbove(flow, node.path) ?? { cn: node.cn, en: node.en }
  return { node: node.node, label }
}

/** Returns whether two paths differ at a place because the old one has a step that the new one lacks. */
function isRemoval(old: readonly PreviewNode[], next: readonly PreviewNode[], index: number): boolean {
  const has = (nodes: readonly PreviewNode[], wanted: PreviewNode | undefined) =>
    wanted === undefined || nodes.some(({ node }) => node === wanted.node)
  return has(old, next[index]) && !has(next, old[index])
}

/** The outermost condition on the path to a step; the step's own where it is in no branch. */
const conditionAbove = (flow: Flow, path: BlockPath): Label | undefined =>
  path.flatMap((_, index) => (index % 2 === 0 ? [conditionAt(blockAt(flow, path.slice(0, index + 1)), path[index + 1])] : []))
    .find((condition) => condition !== undefined)

function conditionAt(block: Block | undefined, branch: number | undefined): Label | undefined {
  if (!block || block.block === 'parallel') return undefined
  if (block.block === 'approve' || block.block === 'copy') return block.when === undefined ? undefined : { cn: block.when, en: block.when }
  return branch === undefined ? undefined : branchLabel(block.branches, branch)
}

/** The condition of a branch; that of the default branch, which has none, is that no other holds. */
function branchLabel(branches: readonly { readonly when: string }[], branch: number): Label {
  const when = branches[branch]?.when ?? `not(${branches.map((each) => each.when).join(' or ')})`
  return { cn: when, en: when }
}
