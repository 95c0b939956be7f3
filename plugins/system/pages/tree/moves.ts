/** A node of an ordered tree. */
export interface MovableNode {
  readonly id: string
  readonly children: readonly MovableNode[]
}

/** The target of a move: below a parent (null: the top), before a sibling (null: last). */
export interface TreeMove {
  readonly id: string
  readonly parentId: string | null
  readonly before: string | null
}

export type Direction = 'up' | 'down' | 'in' | 'out'

interface TreePosition {
  readonly parent: MovableNode | undefined
  readonly siblings: readonly MovableNode[]
  readonly index: number
}

/** A move by one step: before or after a sibling, into the previous sibling, or out of the parent; undefined if impossible. */
export function stepOf(tree: readonly MovableNode[], id: string, direction: Direction): TreeMove | undefined {
  const place = placeOf(tree, id)
  return place && steps[direction](tree, id, place)
}

/**
 * Converts a drop into a move.
 * @param offset −1 before the target, 0 into it, 1 after it
 */
export function dropOf(tree: readonly MovableNode[], id: string, target: { readonly id: string; readonly offset: -1 | 0 | 1 }):
  | TreeMove
  | undefined {
  if (target.id === id) return undefined
  if (target.offset === 0) return { id, parentId: target.id, before: null }
  const place = placeOf(tree, target.id)
  return place && { id, parentId: place.parent?.id ?? null, before: nextTo(place.siblings, id, target) }
}

/** Id of the sibling that will follow the entry; null if it becomes the last. */
function nextTo(siblings: readonly MovableNode[], id: string, target: { readonly id: string; readonly offset: number }): string | null {
  const others = siblings.filter((sibling) => sibling.id !== id)
  const index = others.findIndex((sibling) => sibling.id === target.id)
  return others[target.offset < 0 ? index : index + 1]?.id ?? null
}

/** Returns whether a move changes the parent, not only the order. */
export const changesParent = (tree: readonly MovableNode[], { id, parentId }: TreeMove): boolean =>
  (placeOf(tree, id)?.parent?.id ?? null) !== parentId

/** Ids of the path from the root to an entry, inclusive. */
export function lineTo(tree: readonly MovableNode[], id: string): readonly string[] {
  for (const node of tree) {
    if (node.id === id) return [id]
    const below = lineTo(node.children, id)
    if (below.length > 0) return [node.id, ...below]
  }
  return []
}

const steps: Readonly<Record<Direction, (tree: readonly MovableNode[], id: string, place: TreePosition) => TreeMove | undefined>> = {
  up: (_, id, { parent, siblings, index }) => {
    const sibling = siblings[index - 1]
    return sibling && { id, parentId: parent?.id ?? null, before: sibling.id }
  },
  down: (_, id,
    { parent, siblings,
      index }) => (index + 1 < siblings.length ? { id, parentId: parent?.id ?? null, before: siblings[index + 2]?.id ?? null } : undefined),
  in: (_, id, { siblings, index }) => {
    const sibling = siblings[index - 1]
    return sibling && { id, parentId: sibling.id, before: null }
  },
  out: (tree, id, { parent }) => {
    const above = parent && placeOf(tree, parent.id)
    return above && { id, parentId: above.parent?.id ?? null, before: above.siblings[above.index + 1]?.id ?? null }
  },
}

function placeOf(siblings: readonly MovableNode[], id: string, parent?: MovableNode): TreePosition | undefined {
  const index = siblings.findIndex((node) => node.id === id)
  if (index >= 0) return { parent, siblings, index }
  for (const node of siblings) {
    const found = placeOf(node.children, id, node)
    if (found) return found
  }
  return undefined
}
