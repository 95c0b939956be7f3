import { flowAbsenceFindings, flowFindings } from '../composition/flow/flow-findings.ts'
import { type Finding, isError, within } from '../composition/problem.ts'
import type { Fields } from '../fields.ts'
import type { Block, Flow } from '../flow.ts'
import { branchFindings } from './branch-findings.ts'
import { conditionFindings } from './condition-findings.ts'
import { nobodyFindings } from './nobody-findings.ts'
import { pathFindings } from './path-findings.ts'
import type { Dictionaries } from './sample.ts'
import { type Ground, groundOf } from './truths.ts'

export type { Dictionaries } from './sample.ts'

/**
 * Checks that documents can come through a flow, whatever is entered: what it refers to exists, every node can be reached,
 * every case is provided for, and no document that moves money gets through without another person. Each finding about
 * conditions names the values with which it shows. A warning is worth a look; anything else is a reason not to publish.
 *
 * Pure; over the fields' values that matter to the conditions, a few thousand combinations at most.
 */
export function analyseFlow(flow: Flow, { fields, dictionaries }: { fields: Fields; dictionaries: Dictionaries }): Finding[] {
  const structure = flowFindings(flow, fields)
  if (structure.length > 0) return structure
  const absent = flowAbsenceFindings(flow, fields).map((found): Finding => ({ ...found, level: 'warning' }))
  return [...absent, ...flowConditionFindings(flow, { fields, dictionaries })]
}

/** Finds the faults of the conditions of a flow that is otherwise in order. */
export function flowConditionFindings(flow: Flow, { fields, dictionaries }: { fields: Fields; dictionaries: Dictionaries }): Finding[] {
  const ground = groundOf(fields, dictionaries)
  const blocks = flow.steps.flatMap(blocksIn)
  const single = blocks.flatMap((block) => within(block.id, blockFindings(block, ground)).map((found) => ({ ...found, node: block.id })))
  const together = single.some(isError) ? [] : pathFindings(flow.steps, ground)
  return [...single, ...together, ...nobodyFindings(flow, ground)]
}

function blockFindings(block: Block, ground: Ground): Finding[] {
  if (block.block === 'parallel') return []
  if (block.block === 'approve' || block.block === 'copy')
    return block.when === undefined
      ? []
      : conditionFindings(block.when, 'when', ground)
  const single = block.branches.flatMap(({ when }, branch) => conditionFindings(when, `${branch + 1} › when`, ground))
  const unreached = new Set(single.filter(({ level }) => level === undefined).map(({ where }) => where.split(' ')[0]))
  return [...single, ...branchFindings(block, ground).filter(({ where }) => !unreached.has(where))]
}

function blocksIn(block: Block): readonly Block[] {
  if (block.block === 'approve' || block.block === 'copy') return [block]
  const inner = block.block === 'parallel'
    ? block.branches.flat()
    : [...block.branches.flatMap(({ steps }) => steps), ...(block.otherwise ?? [])]
  return [block, ...inner.flatMap(blocksIn)]
}
