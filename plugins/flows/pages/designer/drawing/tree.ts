import type { ApprovalNode, ApproverRule, Block, CopyNode, ExclusiveBlock, Flow, InclusiveBlock, ParallelBlock } from '#kernel/flow.ts'

/** A block with branches. */
export type Fork = ExclusiveBlock | InclusiveBlock | ParallelBlock
export type Step = ApprovalNode | CopyNode

/** A sequence of blocks: the flow's own (`fork` null), or a branch of a block; the default branch is the one behind all others. */
export interface Sequence {
  readonly fork: string | null
  readonly branch: number
}

/** A gap in a sequence, counted from its beginning. */
export interface BlockPlace extends Sequence {
  readonly index: number
}

/** The flow's own sequence. */
export const whole: Sequence = { fork: null, branch: 0 }

/** Returns whether a block has branches. */
export const isFork = (block: Block): block is Fork => block.block !== 'approve' && block.block !== 'copy'

/** The branches of a block in order; of a block with conditions the default branch is the last. */
export const branchesOf = (fork: Fork): readonly (readonly Block[])[] => (fork.block === 'parallel'
  ? fork.branches
  : [...fork.branches.map(({ steps }) => steps), fork.otherwise ?? []])

/** Every block of a flow, outer ones before those in them. */
export const blocksOf = (steps: readonly Block[]): readonly Block[] =>
  steps.flatMap((block) => [block, ...(isFork(block) ? branchesOf(block).flatMap(blocksOf) : [])])

/** The block of an id. */
export const blockOf = (flow: Flow, id: string): Block | undefined => blocksOf(flow.steps).find((block) => block.id === id)

/** The blocks of a sequence; undefined where the flow has no such sequence. */
export function sequenceOf(flow: Flow, { fork, branch }: Sequence): readonly Block[] | undefined {
  if (fork === null) return flow.steps
  const block = blockOf(flow, fork)
  return block && isFork(block) ? branchesOf(block)[branch] : undefined
}

/** The place of a block; undefined where the flow has no such block. */
export function placeOf(flow: Flow, id: string): BlockPlace | undefined {
  const within = (steps: readonly Block[], sequence: Sequence): BlockPlace | undefined => {
    const index = steps.findIndex((block) => block.id === id)
    if (index >= 0) return { ...sequence, index }
    for (const block of steps) {
      if (!isFork(block)) continue
      for (const [branch, inner] of branchesOf(block).entries()) {
        const found = within(inner, { fork: block.id, branch })
        if (found) return found
      }
    }
    return undefined
  }
  return within(flow.steps, whole)
}

/** Inserts a block. The flow stays as it is where it has no such place. */
export const insert = (flow: Flow, { index, ...sequence }: BlockPlace, block: Block): Flow =>
  mapSequence(flow, sequence, (steps) => steps.toSpliced(index, 0, block))

/** Removes a block with everything in it. */
export function remove(flow: Flow, id: string): Flow {
  const place = placeOf(flow, id)
  return place ? mapSequence(flow, place, (steps) => steps.filter((block) => block.id !== id)) : flow
}

/** Moves a block with everything in it. The flow stays as it is where the place lies within the block. */
export function move(flow: Flow, id: string, place: BlockPlace): Flow {
  const [block, from] = [blockOf(flow, id), placeOf(flow, id)]
  if (!block || !from || sequenceOf(flow, place) === undefined) return flow
  if (blocksOf([block]).some((inner) => inner.id === place.fork)) return flow
  const isBehind = from.fork === place.fork && from.branch === place.branch && from.index < place.index
  return insert(remove(flow, id), isBehind ? { ...place, index: place.index - 1 } : place, block)
}

/** Moves a block one place up (-1) or down (1) in its sequence; at the end of a branch, out of its block. */
export function nudge(flow: Flow, id: string, by: -1 | 1): Flow {
  const place = placeOf(flow, id)
  if (!place) return flow
  const last = sequenceOf(flow, place)!.length - 1
  const index = place.index + by
  if (index >= 0 && index <= last) return move(flow, id, { ...place, index: by === 1 ? index + 1 : index })
  const around = place.fork === null ? undefined : placeOf(flow, place.fork)
  return around ? move(flow, id, { ...around, index: around.index + (by === 1 ? 1 : 0) }) : flow
}

/** Changes attributes of a block. The id is kept, since running documents refer to the block by it. */
export const change = <Kind extends Block>(flow: Flow, id: string, with_: (block: Kind) => Kind): Flow =>
  mapBlocks(flow, (block) => (block.id === id ? [{ ...with_(block as Kind), id }] : [block]))

/**
 * Puts a block into a new block with branches: the first branch has it, under the condition that it had itself; the second one is empty,
 * or has the step that is given for it.
 */
export function wrap(flow: Flow, id: string,
  fork: { readonly id: string; readonly kind: Fork['block']; readonly when: string; readonly beside: Block }): Flow {
  return mapBlocks(flow, (block) => {
    if (block.id !== id) return [block]
    if (fork.kind === 'parallel') return [{ block: 'parallel', id: fork.id, branches: [[block], [fork.beside]] }]
    const { when, ...bare } = isFork(block) ? { ...block, when: undefined } : block
    return [{ block: fork.kind, id: fork.id, branches: [{ when: when ?? fork.when, steps: [bare as Block] }], otherwise: [] }]
  })
}

/**
 * Replaces a block by the steps of its branches, one after the other. Steps keep the condition of their branch where they have none of
 * their own.
 */
export const unwrap = (flow: Flow, id: string): Flow =>
  mapBlocks(flow, (block) => (block.id === id && isFork(block) ? flattened(block) : [block]))

/** Adds a branch before the default one, or to the end of a parallel block. */
export const addBranch = (flow: Flow, fork: string, { when, step }: { readonly when: string; readonly step: Block }): Flow =>
  change<Fork>(flow, fork, (block) => (block.block === 'parallel'
    ? { ...block, branches: [...block.branches, [step]] }
    : { ...block, branches: [...block.branches, { when, steps: [step] }] }))

/** Removes a branch with its steps; where too few branches are left, the steps of the last one take the place of the block. */
export function removeBranch(flow: Flow, fork: string, branch: number): Flow {
  return mapBlocks(flow, (block) => {
    if (block.id !== fork || !isFork(block)) return [block]
    if (block.block !== 'parallel') {
      const branches = block.branches.filter((_, index) => index !== branch)
      return branches.length > 0 ? [{ ...block, branches }] : block.otherwise
    }
    const branches = block.branches.filter((_, index) => index !== branch)
    return branches.length > 1 ? [{ ...block, branches }] : branches[0] ?? []
  })
}

/**
 * Moves a branch to the place of another one: of an exclusive block the first that holds is taken. The default branch stays the last, and
 * the flow as it is where there is no such branch.
 */
export function moveBranch(flow: Flow, fork: string, branch: number, to: number): Flow {
  const moved = <Branch>(branches: readonly Branch[]): readonly Branch[] => {
    const own = branches[branch]
    return own === undefined || branches[to] === undefined ? branches : branches.toSpliced(branch, 1).toSpliced(to, 0, own)
  }
  return change<Fork>(flow, fork, (block) => (block.block === 'parallel'
    ? { ...block, branches: moved(block.branches) }
    : { ...block, branches: moved(block.branches) }))
}

/** Changes the condition of a branch. */
export const changeBranch = (flow: Flow, fork: string, branch: number, when: string): Flow =>
  change<Fork>(flow, fork, (block) => (block.block === 'parallel'
    ? block
    : { ...block, branches: block.branches.map((each, index) => (index === branch ? { ...each, when } : each)) }))

/** Changes the settings of the whole flow. */
export const changeSettings = (flow: Flow, settings: Partial<Flow['settings']>): Flow => ({ ...flow,
  settings: { ...flow.settings, ...settings } })

/**
 * A block to paste: with ids of its own, and its rules that name a step within it name the copy.
 *
 * @param fresh an id that no block of the flow has or had
 */
export function copyOf(block: Block, fresh: (block: Block) => string): Block {
  const ids = new Map(blocksOf([block]).map((each) => [each.id, fresh(each)]))
  const renamed = (rule: ApproverRule): ApproverRule => {
    if ('parts' in rule) return { ...rule, parts: rule.parts.map(renamed) }
    return rule.rule === 'sameAs' ? { ...rule, node: ids.get(rule.node) ?? rule.node } : rule
  }
  const [copied] = mapSteps([block], (each) => {
    const id = ids.get(each.id)!
    if (each.block === 'approve') return [{ ...each, id, by: renamed(each.by) }]
    return each.block === 'copy' ? [{ ...each, id, to: renamed(each.to) }] : [{ ...each, id }]
  })
  return copied!
}

/**
 * Changes the id of a step, also in rules and time-outs that refer to it. Running documents keep the old id. The flow
 * stays as it is where another block has the id.
 */
export function renameStep(flow: Flow, id: string, to: string): Flow {
  if (blockOf(flow, to)) return flow
  const other = (node: string) => (node === id ? to : node)
  const renamed = (rule: ApproverRule): ApproverRule => {
    if ('parts' in rule) return { ...rule, parts: rule.parts.map(renamed) }
    return rule.rule === 'sameAs' ? { ...rule, node: other(rule.node) } : rule
  }
  return mapBlocks(flow, (block) => {
    if (block.block === 'copy') return [{ ...block, id: other(block.id), to: renamed(block.to) }]
    if (block.block !== 'approve') return [block]
    const { onTimeout: late, ...step } = block
    const onTimeout = late?.action === 'return' ? { ...late, to: other(late.to) } : late
    return [{ ...step, id: other(block.id), by: renamed(block.by), ...(onTimeout && { onTimeout }) }]
  })
}

/** Returns whether a flow can be drawn: ids differ, and every block has the branches that its kind needs. */
export function isSound(flow: Flow): boolean {
  const blocks = blocksOf(flow.steps)
  return new Set(blocks.map(({ id }) => id)).size === blocks.length &&
    blocks.every((block) => !isFork(block) || block.branches.length >= (block.block === 'parallel' ? 2 : 1))
}

const mapBlocks = (flow: Flow, each: (block: Block) => readonly Block[]): Flow => ({ ...flow, steps: mapSteps(flow.steps, each) })

/** Replaces each block, inner ones first, by those that the function makes of it. */
function mapSteps(steps: readonly Block[], each: (block: Block) => readonly Block[]): readonly Block[] {
  return steps.flatMap((block) =>
    each(isFork(block) ? withBranches(block, branchesOf(block).map((inner) => mapSteps(inner, each))) : block)
  )
}

function withBranches(fork: Fork, branches: readonly (readonly Block[])[]): Fork {
  if (fork.block === 'parallel') return { ...fork, branches }
  return { ...fork, branches: fork.branches.map((branch, index) => ({ ...branch, steps: branches[index]! })), otherwise: branches.at(-1)! }
}

function mapSequence(flow: Flow, { fork, branch }: Sequence, change_: (steps: readonly Block[]) => readonly Block[]): Flow {
  if (fork === null) return { ...flow, steps: change_(flow.steps) }
  return change<Fork>(flow, fork,
    (block) => withBranches(block, branchesOf(block).map((steps, index) => (index === branch ? change_(steps) : steps))))
}

function flattened(fork: Fork): readonly Block[] {
  if (fork.block === 'parallel') return fork.branches.flat()
  const conditional = fork.branches.flatMap(({ when, steps }) =>
    steps.map((step) => (isFork(step) || step.when !== undefined ? step : { ...step, when }))
  )
  return [...conditional, ...(fork.otherwise ?? [])]
}
