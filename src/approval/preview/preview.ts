import type { ApprovalMode, ApprovalNode, Block, Flow } from '#kernel/flow.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Copied, Event, NodeEntered, NodeSkipped } from '../event.ts'
import { file } from '../submission.ts'
import { simulate } from '../advance.ts'
import { nameOf, reason } from '../reason.ts'
import { isOpen, ownTasks, waitsAtStart } from '../state.ts'
import { blockAt, comparePaths, selection } from '../tree.ts'
import { type ApproverChoice, type BlockPath, type DocumentState, type Facts, type NodeRun, type Reason, type Refusal, startNode, type Task,
  type TaskOrigin, type TaskState } from '../types.ts'
import { execute, type Execution, type Violation } from '../execution.ts'
import { evolve } from '../evolve.ts'
import { resolveAssignees } from '../resolve/assignees.ts'

/**
 * The path of a document, provided that nothing changes and everyone passes: the engine's own execution, with problems as data.
 *
 * For a draft, or a document that waits at its initiator or has ended, the path after filing; for a running one, the current and the future
 * nodes.
 */
export function preview(flow: Flow, facts: Facts, from: PreviewInput | DocumentState): readonly PreviewNode[] {
  const underWay = 'status' in from && from.status === 'inApproval' && !waitsAtStart(from)
  return underWay ? ofDocument(flow, facts, from) : ofDraft(flow, facts, from)
}

function ofDocument(flow: Flow, facts: Facts, document: DocumentState): readonly PreviewNode[] {
  const ahead = simulate(execute({ flow, facts, by: document.starter, document }))
  const running = document.runs.filter((run) => run.state === 'running').map((run) => runningNode(flow, facts, run))
  return [...running, ...comingNodes(ahead, ahead.events, ahead.violations)].toSorted(byPath)
}

function ofDraft(flow: Flow, facts: Facts, from: PreviewInput | DocumentState): readonly PreviewNode[] {
  const before = 'status' in from ? from : from.document
  const { execution: started, ahead } = file({
    flow,
    facts,
    before,
    document: before?.id ?? 'draft',
    form: before?.form ?? '',
    flowHash: before?.flow ?? '',
    starter: from.starter,
    applicant: from.applicant,
    choices: from.choices,
    unchanged: false,
  })
  return comingNodes(ahead, [...started.events, ...ahead.events], [...started.violations, ...ahead.violations]).map((node) =>
    chosenInForm(flow, node)
  ).toSorted(byPath)
}

/**
 * Ids of the nodes on a document's whole path for its current value: nodes in taken branches whose own condition holds, copy nodes
 * included.
 */
export function nodesOnWay(flow: Flow, facts: Facts, { starter, applicant, choices }: PreviewInput): ReadonlySet<string> {
  const unmet = reason('skip.condition').code
  const way = preview(flow, facts, { starter, applicant, choices })
  return new Set(way.filter(({ why }) => why?.code !== unmet).map(({ node }) => node))
}

/** Removes the choice of people where it is made by a field of the form. */
function chosenInForm(flow: Flow, { select, ...node }: PreviewNode): PreviewNode {
  const block = approvalNode(flow, node.node)
  return select && (!block || selection(block.by)?.from === undefined) ? { ...node, select } : node
}

const byPath = (left: PreviewNode, right: PreviewNode): number => comparePaths(left.path, right.path)

function comingNodes(ahead: Execution, events: readonly Event[], violations: readonly Violation[]): readonly PreviewNode[] {
  const tasks = tasksIn(events)
  return events.flatMap((event) => {
    if (event.type === 'nodeSkipped') return [skippedNode(ahead, event)]
    if (event.type === 'copied' && event.source === 'node') return [copyNode(ahead, event)]
    return event.type === 'nodeEntered' && event.node !== startNode ? [enteredNode(ahead, event, tasks, violations)] : []
  })
}

interface TaskEvents {
  /** Reasons of automatic passes, by task. */
  readonly automatic: ReadonlyMap<string, Reason>
  /** Ids of runs with an opened task. */
  readonly opened: ReadonlySet<string>
}

function tasksIn(events: readonly Event[]): TaskEvents {
  const [automatic, opened] = [new Map<string, Reason>(), new Set<string>()]
  for (const event of events) {
    if (event.type === 'autoPassed') automatic.set(event.task, event.why)
    if (event.type === 'taskOpened') opened.add(event.run)
  }
  return { automatic, opened }
}

function enteredNode({ flow, facts }: Execution, entered: NodeEntered, { automatic, opened }: TaskEvents,
  violations: readonly Violation[]): PreviewNode {
  const problems = violations.filter(({ node }) => node === entered.node).map(({ refusal }) => refusal)
  return {
    ...described(flow, entered),
    kind: 'approve',
    mode: entered.mode,
    state: opened.has(entered.run) || entered.tasks.length === 0 ? 'coming' : 'auto',
    people: entered.tasks.map((task) => ({ ...person(facts, task), auto: automatic.get(task.id) })),
    problems,
  }
}

const runningNode = (flow: Flow, facts: Facts, run: NodeRun): PreviewNode => ({
  ...described(flow, run),
  kind: 'approve',
  mode: run.mode,
  state: 'running',
  people: [...ownTasks(run), ...run.tasks.filter((task) => task.parent !== undefined && isOpen(task))].map((task) => person(facts, task)),
  problems: [],
})

function skippedNode({ flow }: Execution, skipped: NodeSkipped): PreviewNode {
  const mode = approvalNode(flow, skipped.node)?.mode ?? 'any'
  return { ...described(flow, skipped), kind: 'approve', mode, state: 'skipped', why: skipped.why, people: [], problems: [] }
}

const copyNode = ({ flow, facts }: Execution, { node = '', path = [], people }: Copied): PreviewNode => ({
  ...described(flow, { node, path }),
  kind: 'copy',
  mode: 'all',
  state: 'coming',
  people: people.map(({ person: id, why }) => ({
    id,
    name: nameOf(facts.directory, id),
    origin: 'normal',
    why,
    state: 'waiting',
  })),
  problems: [],
})

function described(flow: Flow,
  { node, path }: Pick<NodeRun, 'node' | 'path'>): Pick<PreviewNode, 'node' | 'path' | 'cn' | 'en' | 'select'> {
  const block = blockAt(flow, path)
  const label = block && 'cn' in block ? { cn: block.cn, en: block.en } : { cn: node, en: node }
  const select = selectOf(block)
  return { node, path, ...label, ...(select && { select }) }
}

function selectOf(block: Block | undefined): PreviewNode['select'] {
  const rule = block?.block === 'approve' ? selection(block.by) : undefined
  return rule && { size: rule.size, canAdd: rule.canAdd ?? false, optionalRange: rule.optionalRange ?? { type: 'ALL' } }
}

const person = ({ directory }: Facts, task: Task): PreviewPerson => ({
  id: task.person,
  name: nameOf(directory, task.person),
  owner: task.owner,
  origin: task.origin,
  why: task.why,
  state: task.state,
})

/** Input of an approver preview for a document that is not filed yet. */
export interface PreviewInput {
  readonly starter: string
  readonly applicant: string
  readonly choices: readonly ApproverChoice[]
  /** Present when a document is filed again. */
  readonly document?: DocumentState
}

interface PreviewPerson {
  readonly id: string
  readonly name: string
  readonly owner?: string
  readonly origin: TaskOrigin
  readonly why: readonly Reason[]
  /** The reason why this person's part passes automatically; absent if that depends on earlier decisions. */
  readonly auto?: Reason
  readonly state: TaskState
}

/** A node on the path of a document, provided that nothing changes and everyone passes. */
export interface PreviewNode {
  readonly node: string
  readonly kind: 'approve' | 'copy'
  readonly cn: string
  readonly en: string
  readonly path: BlockPath
  readonly mode: ApprovalMode
  /** running: waits for these people now; coming: later; auto: will pass automatically. */
  readonly state: 'running' | 'coming' | 'auto' | 'skipped'
  readonly why?: Reason
  readonly people: readonly PreviewPerson[]
  /** Refusals of a submission at this node: no approver found, a person has left, no person chosen. */
  readonly problems: readonly Refusal[]
  /** Present where the initiator chooses people. */
  readonly select?: {
    readonly size: number
    readonly canAdd: boolean
    readonly optionalRange: { readonly type: string; readonly ids?: readonly string[] }
  }
}

/** The people that a step would find for a document filed now. */
interface PeopleFound {
  readonly people: readonly { readonly person: string; readonly why: readonly Reason[] }[]
  readonly problems: readonly Reason[]
}

interface PeopleQuestion {
  readonly flow: Flow
  readonly facts: Facts
  /** Id of the initiator. */
  readonly person: string
}

/** Resolves a step's rule as filing would, with substitutes and superiors; its condition is ignored. */
export function peopleFound(node: ApprovalNode, { flow, facts, person }: PeopleQuestion): PeopleFound {
  const document = documentOf(flow, facts, person)
  const { assignments, problems } = resolveAssignees(node, { flow, facts, document, node: node.id, stage: 'start', mirrored: [] })
  return { people: assignments.map(({ person: found, why }) => ({ person: found, why })),
    problems: problems.map(({ code, parameters }) => ({ code, parameters })) }
}

/** A filed document that has not entered any step. */
const documentOf = ({ settings }: Flow, { at }: Facts, person: string): DocumentState =>
  evolve(undefined, { type: 'started', document: 'draft', form: '', flow: '', starter: person, applicant: person, round: 1,
    initiatorApprover: settings.initiatorApprover, resume: 'top', at, by: person })
