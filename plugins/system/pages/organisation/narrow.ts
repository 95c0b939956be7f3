import type { UnitNode } from '#plugins/system/unit-wire.ts'

/** Units that fit, with everything above them. */
export const narrowed = (nodes: readonly UnitNode[], fits: (node: UnitNode) => boolean): readonly UnitNode[] =>
  nodes.flatMap((node) => {
    const children = narrowed(node.children, fits)
    return fits(node) || children.length > 0 ? [{ ...node, children }] : []
  })

/** Every unit of a tree, from the top down. */
export const unitsIn = (nodes: readonly UnitNode[]): readonly UnitNode[] => nodes.flatMap((node) => [node, ...unitsIn(node.children)])
