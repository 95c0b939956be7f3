import type { Flow } from '#kernel/flow.ts'
import { memoize } from '#kernel/memoize.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Label } from '#kernel/wording/label.ts'

const startLabel: Label = { cn: '发起', en: 'Start' }

/** Names of the nodes of a flow, the start node among them. */
export const nodeNames: (flow: Flow) => ReadonlyMap<string, Label> = memoize((flow) =>
  new Map([['start', startLabel], ...nodesOf(flow).map(({ id, cn, en }) => [id, { cn, en }] as const)])
)
