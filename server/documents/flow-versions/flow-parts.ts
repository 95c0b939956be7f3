import { type FlowNode, mapNodes } from '#kernel/flow/flow-nodes.ts'
import type { Flow } from '#kernel/flow.ts'
import { canonical } from '#server/canonical.ts'

/** The order of nodes and branches, with the conditions of branches; no node's own settings. */
export const structureOf = (flow: Flow): unknown => mapNodes(flow, ({ block, id }) => ({ block, id }) as FlowNode).steps

/** Returns whether two parts of flows have the same content; the order of keys does not matter. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
