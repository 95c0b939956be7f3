import { memoize } from '../memoize.ts'
import type { ApprovalNode, ApproverRule, Block, CopyNode, Flow } from '../flow.ts'

export type FlowNode = ApprovalNode | CopyNode

/** All approval and copy nodes of a flow, in document order. */
export const nodesOf: (flow: Flow) => readonly FlowNode[] = memoize(({ steps }) => steps.flatMap(nodesIn))

/** The approval node with an id; undefined if there is none. */
export function approvalNode(flow: Flow, id: string): ApprovalNode | undefined {
  return nodesOf(flow).find((node): node is ApprovalNode => node.block === 'approve' && node.id === id)
}

/** Returns the flow with `change` applied to each node. */
export function mapNodes(flow: Flow, change: (node: FlowNode) => FlowNode): Flow {
  const steps = (blocks: readonly Block[]): readonly Block[] => blocks.map(block)
  const block = (each: Block): Block => {
    switch (each.block) {
      case 'approve':
      case 'copy':
        return change(each)
      case 'parallel':
        return { ...each, branches: each.branches.map(steps) }
      default:
        return { ...each, branches: each.branches.map((branch) => ({ ...branch, steps: steps(branch.steps) })),
          otherwise: steps(each.otherwise ?? []) }
    }
  }
  return { ...flow, steps: steps(flow.steps) }
}

/** The rule by which a node determines its people. */
export const ruleOf = (node: FlowNode): ApproverRule => (node.block === 'copy' ? node.to : node.by)

type JoinedRule = Extract<ApproverRule, { rule: 'both' | 'firstOf' }>

/** The parts of a `both` or `firstOf` rule, flattened, in order; any other rule by itself. */
export const simpleRules = (rule: ApproverRule): readonly Exclude<ApproverRule, JoinedRule>[] =>
  rule.rule === 'both' || rule.rule === 'firstOf' ? rule.parts.flatMap(simpleRules) : [rule]

/** Paths of the fields whose records' owners a node asks. */
export const ownerPathsOf = (node: FlowNode): readonly string[] =>
  simpleRules(ruleOf(node)).flatMap((rule) => (rule.rule === 'ownerOf' ? [rule.field] : []))

/** Paths of the fields that the rule of a node reads: its field, the scope of a role, and where the chosen people stand. */
export const rulePathsOf = (node: FlowNode): readonly string[] =>
  simpleRules(ruleOf(node)).flatMap((rule) => {
    const paths = ['field' in rule && rule.field, 'scope' in rule && rule.scope, 'from' in rule && rule.from]
    return paths.filter((path) => typeof path === 'string')
  })

function nodesIn(block: Block): readonly FlowNode[] {
  switch (block.block) {
    case 'approve':
    case 'copy':
      return [block]
    case 'parallel':
      return block.branches.flat().flatMap(nodesIn)
    default:
      return [...block.branches.flatMap(({ steps }) => steps), ...(block.otherwise ?? [])].flatMap(nodesIn)
  }
}
