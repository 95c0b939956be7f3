import { type FlowNode, mapNodes } from '#kernel/flow/flow-nodes.ts'
import type { Flow } from '#kernel/flow.ts'
import { canonical } from '#server/canonical.ts'

/** The structure of a flow: order of nodes and branches, and conditions of branches; without settings of nodes. */
export const structureOf = (flow: Flow): unknown => mapNodes(flow, ({ block, id }) => ({ block, id }) as FlowNode).steps

/** Returns whether two parts of flows have the same content, regardless of the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
