import type { CensusClass } from '#kernel/flow/design-analysis.ts'
import { mapNodes } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Block, Flow } from '#kernel/flow.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { nameOf, reason } from '../reason.ts'
import { preview, type PreviewNode } from '../preview/preview.ts'
import { currentNodes, liveRuns, openTasks, waitsAtStart } from '../state.ts'
import { approvalNode, blockAt, comparePaths, inOtherBranch } from '../tree.ts'
import type { DocumentState, Facts, Reason } from '../types.ts'
import { movedExecution, moveRefusal, sorted } from './move.ts'

/** A running document, with its flow version and the one that it could be moved to. */
export interface CensusQuestion {
  readonly from: Flow
  readonly to: Flow
  readonly document: DocumentState
  /** Facts with the current value and organisation. */
  readonly facts: Facts
}

/** The class of a document, with the reason. */
export interface CensusAnswer {
  readonly class: CensusClass
  readonly sentence: Reason
  /** The document after the move; absent if it waits at its initiator or cannot be moved. */
  readonly moved?: DocumentState
}

/** Classifies a running document. The first class that fits wins: cosmetic, impossible, behind, same, ahead. */
export function classify(question: CensusQuestion): CensusAnswer {
  const { from, to, document } = question
  if (isCosmetic(from, to)) return { ...answer('cosmetic', 'cosmetic'), moved: movedOn(question).document }
  return waitsAtStart(document) ? classifyWaiting(question) : classifyRunning(question)
}

const answer = (kind: CensusClass, code: string, parameters: Reason['parameters'] = {}): CensusAnswer => ({ class: kind,
  sentence: reason(`census.${code}`, parameters) })

const movedOn = ({ from, to, document, facts }: CensusQuestion) =>
  movedExecution({ flow: from, document, facts }, { by: '', choice: 'move', to: '', flow: to })

/** Whether two versions differ only in names, block ids, reminder interval and starters, none of which affects a running document. */
function isCosmetic(from: Flow, to: Flow): boolean {
  return sorted(essence(from)) === sorted(essence(to))
}

const essence = (flow: Flow) => {
  const { starters: _, urgeMinutes: __, ...settings } = flow.settings
  return { settings, steps: mapNodes(flow, unnamed).steps.map(withoutId) }
}

/** A step without its labels and those of its check list. */
function unnamed<Node extends { readonly cn: string; readonly en: string }>(node: Node): Node {
  const { checkList } = node as Partial<ApprovalNode>
  return { ...node, cn: '', en: '', ...(checkList && { checkList: checkList.map((item) => ({ ...item, cn: '', en: '' })) }) }
}

function withoutId(block: Block): unknown {
  if (block.block === 'approve' || block.block === 'copy') return block
  if (block.block === 'parallel') return { block: block.block, branches: block.branches.map((steps) => steps.map(withoutId)) }
  return { block: block.block, branches: block.branches.map(({ when, steps }) => ({ when, steps: steps.map(withoutId) })),
    otherwise: block.otherwise.map(withoutId) }
}

/** Classifies a document that waits at its initiator, which takes the new version when it is filed again. */
function classifyWaiting({ from, to, document, facts }: CensusQuestion): CensusAnswer {
  const [before, after] = [preview(from, facts, document), preview(to, facts, document)]
  const stopped = after.find(({ problems }) => problems.length > 0)
  if (stopped) return answer('impossible', 'notFiled', { step: bilingual(stopped) })
  return sorted(toCome(from, before)) === sorted(toCome(to, after)) ? answer('same', 'sameWaiting') : answer('ahead', 'aheadWaiting')
}

function classifyRunning(question: CensusQuestion): CensusAnswer {
  const { to } = question
  const execution = movedOn(question)
  const refused = moveRefusal(execution)
  if (refused) {
    const step = execution.violations.find(({ node }) => node !== undefined)?.node
    return answer('impossible', step === undefined ? 'refused' : 'nobodyAt', { step: stepName(to, step ?? '') })
  }
  const moved = execution.document
  if (moved.status !== 'inApproval' || openTasks(moved).length === 0) return answer('impossible', 'nothingLeft')
  return { ...classified(question, moved), moved }
}

function classified(question: CensusQuestion, moved: DocumentState): CensusAnswer {
  const { from, to, document, facts } = question
  const back = stepBehind(question, moved)
  if (back !== undefined) return answer('behind', 'behind', { step: stepName(to, back) })
  const [before, after] = [toCome(from, preview(from, facts, document)), toCome(to, preview(to, facts, moved))]
  if (sorted(before) === sorted(after)) return answer('same', 'same')
  const [first] = after.filter((step, index) => sorted(step) !== sorted(before[index]))
  return first === undefined
    ? answer('ahead', 'aheadShorter')
    : answer('ahead', 'ahead', { step: stepName(to, first.node), people: first.people.map((id) => nameOf(facts.directory, id)).join(', ') })
}

/** The step at which the document would wait again although it, or a later one, is done or open. */
function stepBehind({ to, document }: CensusQuestion, moved: DocumentState): string | undefined {
  const open = new Set(currentNodes(document).map(({ node }) => node))
  const done = liveRuns(document).filter(({ state }) => state === 'done' || state === 'running')
  const doneNodes = new Set(done.filter(({ state }) => state === 'done').map(({ node }) => node))
  return currentNodes(moved).filter(({ node }) => !open.has(node)).find(({ node, path }) =>
    doneNodes.has(node) || done.some((run) => {
      const place = approvalNode(to, run.node)?.path
      return place !== undefined && run.node !== node && comparePaths(path, place) < 0 && !inOtherBranch(path, place)
    })
  )?.node
}

interface StepToCome {
  readonly node: string
  readonly people: readonly string[]
  readonly rest: unknown
}

/** The open and future steps, reduced to the attributes that make a difference to people. */
function toCome(flow: Flow, steps: readonly PreviewNode[]): readonly StepToCome[] {
  return steps.filter(({ state }) => state !== 'skipped').map(({ node, kind, path, mode, state, people }) => ({
    node,
    people: people.map(({ id }) => id),
    rest: { kind, mode, state, auto: people.map(({ auto }) => auto?.code ?? null), states: people.map((person) => person.state),
      asked: askedAt(blockAt(flow, path), flow) },
  }))
}

/** The requirements that a step has for its approvers, and its deadline. */
function askedAt(block: Block | undefined, flow: Flow): unknown {
  if (block?.block !== 'approve') return undefined
  const { edits, opinionRequired, opinionMustContain, explains, rows, hidden, checkList, hardToDecide, asksAdded, veto, manual,
    terminals } = unnamed(block)
  return { edits, opinionRequired, opinionMustContain, explains, rows, hidden, checkList, hardToDecide, asksAdded, manual, terminals,
    veto: veto ?? true, due: block.dueHours ?? flow.settings.overdueHours ?? 0 }
}

function stepName(flow: Flow, node: string): string {
  const block = approvalNode(flow, node)?.block
  return block ? bilingual(block) : node
}

/** Returns whether moving documents of a class is recommended. */
export const isProposed = (kind: CensusClass): boolean => kind === 'cosmetic' || kind === 'same'
