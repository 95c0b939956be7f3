import type { ScopeTree } from '../rights/scope.ts'

interface GroupNode {
  readonly id: string
  readonly parent_id: string | null
  readonly type: string
}

/** The organisation tree as the data scopes ask it. A unit whose parent is missing counts as a root. */
export function treeOf(nodes: readonly GroupNode[]): ScopeTree {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string, string[]>()
  for (const { id, parent_id: parent } of nodes) {
    if (parent) children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const parent = (id: string) => byId.get(id)?.parent_id ?? undefined
  const lineage = (id: string): string[] => {
    const above = parent(id)
    return above && byId.has(above) ? [...lineage(above), id] : [id]
  }
  const below = (id: string): string[] => (children.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return {
    parent,
    lineage,
    below,
    enterprise: (id) => lineage(id).findLast((above) => byId.get(above)?.type === 'ENTERPRISE'),
  }
}
