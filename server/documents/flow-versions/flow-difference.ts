import { type FlowNode, mapNodes, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Flow } from '#kernel/flow.ts'
import type { FlowDifference } from '#kernel/flow/flow-version.ts'
import { canonical } from '#server/canonical.ts'

/** The structure of a flow: order of nodes and branches, and conditions of branches; without settings of nodes. */
const structureOf = (flow: Flow): unknown => mapNodes(flow, ({ block, id }) => ({ block, id }) as FlowNode).steps

/** Returns whether two parts of flows have the same content, regardless of the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** A flow as shipped before, as shipped now, and as changed by the company. */
export interface ThreeFlows {
  readonly base: Flow
  readonly shipped: Flow
  readonly own: Flow
}

type Three<Value> = { readonly [Version in keyof ThreeFlows]: Value }

/** The parts of the shipped and of the company's version that differ from their common base, and who changed them. */
export function flowDifferences(flows: ThreeFlows): readonly FlowDifference[] {
  const structure = differences(null, 'structure', each(flows, structureOf))
  // the values of the structure are ids, which readers cannot use
  const order = structure.map(({ node, attribute, changedBy, isConflict }) => ({ node, attribute, changedBy, isConflict }))
  return [...order, ...nodeDifferences(flows), ...attributeDifferences(null, each(flows, ({ settings }) => settings))]
}

/** Three-way merge: each part from the side that changed it. Undefined where both changed the same part. */
export function mergedFlow(flows: ThreeFlows): Flow | undefined {
  if (flowDifferences(flows).some(({ isConflict }) => isConflict)) return undefined
  const { base, shipped, own } = flows
  const frame = isSame(structureOf(own), structureOf(base)) ? shipped : own
  const nodes = each(flows, byId)
  const merged = mapNodes(frame, (node) => {
    const three = each(nodes, (known) => known.get(node.id))
    return three.base && three.shipped && three.own ? picked({ base: three.base, shipped: three.shipped, own: three.own }) : node
  })
  return { ...merged, settings: picked(each(flows, ({ settings }) => settings)) }
}

function nodeDifferences(flows: ThreeFlows): readonly FlowDifference[] {
  const nodes = each(flows, byId)
  const ids = [...new Set([...nodes.shipped.keys(), ...nodes.own.keys(), ...nodes.base.keys()])]
  return ids.flatMap((id) => {
    const three = each(nodes, (known) => known.get(id))
    const { base, shipped, own } = three
    const named = own ?? shipped ?? base
    const node = named ? { id, cn: named.cn, en: named.en } : null
    return base && shipped && own ? attributeDifferences(node, { base, shipped, own }) : differences(node, 'node', three)
  })
}

const byId = (flow: Flow): ReadonlyMap<string, FlowNode> => new Map(nodesOf(flow).map((node) => [node.id, node]))

const isOfStructure = (attribute: string): boolean => attribute === 'id' || attribute === 'block'

function attributeDifferences(node: FlowDifference['node'], three: Three<object>): readonly FlowDifference[] {
  return attributesOf(three).filter((attribute) => !isOfStructure(attribute)).flatMap((attribute) =>
    differences(node, attribute, each(three, (held) => held[attribute as never]))
  )
}

const attributesOf = (
  { base, shipped, own }: Three<object>,
): readonly string[] => [...new Set([base, shipped, own].flatMap((held) => Object.keys(held)))]

/** Returns one difference, or none. */
function differences(node: FlowDifference['node'], attribute: string, { base, shipped, own }: Three<unknown>): readonly FlowDifference[] {
  const [byProduct, byCompany] = [!isSame(base, shipped), !isSame(base, own)]
  if (!byProduct && !byCompany) return []
  const isConflict = byProduct && byCompany && !isSame(shipped, own)
  return [{ node, attribute, base, shipped, own, changedBy: byProduct && byCompany ? 'both' : byProduct ? 'product' : 'company',
    isConflict }]
}

/** Takes each attribute from the side that changed it. */
function picked<Part extends object>(three: Three<Part>): Part {
  const entries = attributesOf(three).map((attribute) => {
    const { base, shipped, own } = each(three, (held): unknown => held[attribute as keyof Part])
    return [attribute, isSame(base, own) ? shipped : own] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Part
}

const each = <Of, To>({ base, shipped, own }: Three<Of>, of: (value: Of) => To): Three<To> => ({ base: of(base), shipped: of(shipped),
  own: of(own) })
