import type { Fields } from '../fields.ts'
import type { Flow } from '../flow.ts'
import type { Label } from '../wording/label.ts'
import { conditionsOf, enteredNodes, type Holds } from './entered-nodes.ts'
import type { Dictionaries } from './sample.ts'
import { groundOf, truthsOf } from './truths.ts'

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
