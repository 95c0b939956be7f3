import type { Block, Flow } from '#kernel/flow.ts'
import { blocksOf, isFork, placeOf } from '../drawing/tree.ts'

/** One difference of two versions of a flow. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** Step or block; absent for a setting of the whole flow. */
  readonly block?: Block
  /** `mode`, `when`, `dedupe` …; `branch` for the condition of a branch. */
  readonly attribute: string
  readonly before?: unknown
  readonly after?: unknown
}

/** The differences of two versions: settings first, then steps in the order of the newer one, removed ones last. */
export function differencesOf(before: Flow, after: Flow): readonly Difference[] {
  const [old, now] = [blocksOf(before.steps), blocksOf(after.steps)]
  const known = new Map(old.map((block) => [block.id, block]))
  const kept = new Set(now.map(({ id }) => id))
  return [
    ...settingDifferences(before, after),
    ...now.flatMap((block): readonly Difference[] => {
      const was = known.get(block.id)
      if (!was || was.block !== block.block) return [{ kind: 'added', block, attribute: 'node' }]
      return [...(isMoved(block.id, before, after) ? [{ kind: 'moved' as const, block, attribute: 'structure' }] : []),
        ...attributeDifferences(was, block)]
    }),
    ...old.filter(({ id }) => !kept.has(id)).map((block): Difference => ({ kind: 'removed', block, attribute: 'node' })),
  ]
}

function settingDifferences({ settings: before }: Flow, { settings: after }: Flow): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((attribute): readonly Difference[] => {
    const [was, is] = [before[attribute as keyof typeof before], after[attribute as keyof typeof after]]
    return isSame(was, is) ? [] : [{ kind: 'changed', attribute, before: was, after: is }]
  })
}

const structural: ReadonlySet<string> = new Set(['block', 'id', 'branches', 'otherwise'])

function attributeDifferences(was: Block, block: Block): readonly Difference[] {
  const [old, now] = [was as unknown as Readonly<Record<string, unknown>>, block as unknown as Readonly<Record<string, unknown>>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !structural.has(name))
  return [
    ...names.flatMap((attribute): readonly Difference[] =>
      isSame(old[attribute], now[attribute]) ? [] : [{ kind: 'changed', block, attribute, before: old[attribute], after: now[attribute] }]
    ),
    ...branchDifferences(was, block),
  ]
}

function branchDifferences(was: Block, block: Block): readonly Difference[] {
  const [old, now] = [conditionsOf(was), conditionsOf(block)]
  return Array.from({ length: Math.max(old.length, now.length) }, (_, at) => at).flatMap((at): readonly Difference[] =>
    old[at] === now[at] ? [] : [{ kind: 'changed', block, attribute: 'branch', before: old[at], after: now[at] }]
  )
}

const conditionsOf = (
  block: Block,
): readonly string[] => (isFork(block) && block.block !== 'parallel' ? block.branches.map(({ when }) => when) : [])

/** Returns whether a block stands elsewhere among the blocks that both versions have. */
function isMoved(id: string, before: Flow, after: Flow): boolean {
  const [from, to] = [placeOf(before, id), placeOf(after, id)]
  if (!from || !to) return false
  return from.fork !== to.fork || from.branch !== to.branch || previousOf(id, before, after) !== previousOf(id, after, before)
}

/** The nearest block before it in its sequence that the other version has in the same sequence. */
function previousOf(id: string, flow: Flow, other: Flow): string | undefined {
  const place = placeOf(flow, id)
  const all = blocksOf(flow.steps).filter((block) => {
    const [own, its] = [placeOf(flow, block.id), placeOf(other, block.id)]
    return own && its && own.fork === place?.fork && own.branch === place.branch && its.fork === own.fork && its.branch === own.branch
  })
  return all[all.findIndex((block) => block.id === id) - 1]?.id
}

/** An absent attribute equals one that is undefined. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each)
