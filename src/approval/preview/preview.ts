import type { Block, Flow } from '#kernel/flow.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Copied, Event, NodeEntered, NodeSkipped } from '../event.ts'
import { file } from '../submission.ts'
import { simulate } from './simulate.ts'
import { nameOf, reason } from '../reason.ts'
import { isOpen, ownTasks, waitsAtStart } from '../state.ts'
import { blockAt, comparePaths, selection } from '../tree.ts'
import type { DocumentState, Facts, NodeRun, Task } from '../types.ts'
import type { PreviewInput, PreviewNode, PreviewPerson } from './preview-types.ts'
import { startNode } from '../types.ts'
import type { Violation, Execution } from '../execution.ts'
import { execute } from '../execution.ts'

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
  return events.flatMap((event) => {
    if (event.type === 'nodeSkipped') return [skippedNode(ahead, event)]
    if (event.type === 'copied' && event.source === 'node') return [copyNode(ahead, event)]
    return event.type === 'nodeEntered' && event.node !== startNode ? [enteredNode(ahead, event, events, violations)] : []
  })
}

function enteredNode(ahead: Execution, entered: NodeEntered, events: readonly Event[], violations: readonly Violation[]): PreviewNode {
  const { flow, facts } = ahead
  const automatic = new Map(events.flatMap((event) => (event.type === 'autoPassed' ? [[event.task, event.why] as const] : [])))
  const opened = events.some((event) => event.type === 'taskOpened' && event.run === entered.run)
  const problems = violations.filter(({ node }) => node === entered.node).map(({ refusal }) => refusal)
  return {
    ...described(flow, entered),
    kind: 'approve',
    mode: entered.mode,
    state: opened || entered.tasks.length === 0 ? 'coming' : 'auto',
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
