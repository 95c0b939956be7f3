import type { Feel, Fields } from '../fields.ts'
import type { ApprovalNode, Block, CopyNode, ExclusiveBlock, Flow, InclusiveBlock } from '../flow.ts'
import type { Label } from '../wording/label.ts'
import type { Dictionaries } from './sample.ts'
import { groundOf, truthsOf } from './truths.ts'

/** Evaluates a condition. */
type Holds = (when: Feel) => boolean

/** The nodes that a document enters under these conditions, in document order. */
export const enteredNodes = (steps: readonly Block[], holds: Holds): readonly (ApprovalNode | CopyNode)[] =>
  steps.flatMap((block) => {
    if (block.block === 'approve' || block.block === 'copy') return block.when === undefined || holds(block.when) ? [block] : []
    const branches = block.block === 'parallel' ? block.branches : taken(block, holds)
    return branches.flatMap((branch) => enteredNodes(branch, holds))
  })

function taken(block: ExclusiveBlock | InclusiveBlock, holds: Holds): readonly (readonly Block[])[] {
  const open = block.branches.filter(({ when }) => holds(when)).map(({ steps }) => steps)
  if (open.length === 0) return [block.otherwise ?? []]
  return block.block === 'exclusive' ? open.slice(0, 1) : open
}

/** The distinct conditions that decide which nodes are entered. */
export const conditionsOf = (steps: readonly Block[]): readonly Feel[] => [...new Set(steps.flatMap(conditionsIn))]

function conditionsIn(block: Block): readonly Feel[] {
  if (block.block === 'approve' || block.block === 'copy') return block.when === undefined ? [] : [block.when]
  if (block.block === 'parallel') return block.branches.flat().flatMap(conditionsIn)
  return [...block.branches.flatMap(({ when, steps }) => [when, ...steps.flatMap(conditionsIn)]),
    ...(block.otherwise ?? []).flatMap(conditionsIn)]
}

/** A path through a flow, with example values that lead along it. */
export interface FlowPath {
  readonly holds: Holds
  /** Ids of the nodes on the path. */
  readonly nodes: readonly string[]
  readonly words: Label
}

/** Maximum number of paths; those that reach new nodes come first. */
const mostWays = 12

/** The distinct paths through a flow, as determined by its conditions. */
export function waysThrough(flow: Flow, { fields, dictionaries }: { fields: Fields; dictionaries: Dictionaries }): readonly FlowPath[] {
  const conditions = conditionsOf(flow.steps)
  const { cases } = truthsOf(conditions, groundOf(fields, dictionaries))
  const ways = new Map<string, FlowPath>()
  for (const { answers, words } of cases.toSorted((one, other) => Number(other.full) - Number(one.full))) {
    const holds: Holds = (when) => answers[conditions.indexOf(when)] === true
    const nodes = enteredNodes(flow.steps, holds).map(({ id }) => id)
    const known = nodes.join(' ')
    if (!ways.has(known)) ways.set(known, { holds, nodes, words: words() })
  }
  return newestFirst([...ways.values()]).slice(0, mostWays)
}

function newestFirst(ways: readonly FlowPath[]): readonly FlowPath[] {
  const seen = new Set<string>()
  const news = ({ nodes }: FlowPath): number => nodes.filter((node) => !seen.has(node)).length
  const sorted: FlowPath[] = []
  const left = new Set(ways)
  while (left.size > 0 && sorted.length < mostWays) {
    const next = [...left].reduce((best, candidate) => (news(candidate) > news(best) ? candidate : best))
    left.delete(next)
    sorted.push(next)
    for (const node of next.nodes) seen.add(node)
  }
  return sorted
}
