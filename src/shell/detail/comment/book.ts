/** A unit with its people and sub-units, or a person, as the address book tells it. */
export interface BookNode {
  readonly id: string
  readonly type: 'DEPARTMENT' | 'PEOPLE'
  /** The name is "中文/English". */
  readonly info: { readonly name: string }
  readonly children: readonly BookNode[]
}

/** The same for a tree on the screen; somebody who belongs to two units stands in both, under two keys. */
export interface TreeNode {
  readonly key: string
  readonly title: string
  /** Id of the person; a unit has none. */
  readonly person?: string
  readonly isLeaf?: boolean
  children?: TreeNode[]
}

/** Units without anyone below them are left out. */
export const treeOf = (nodes: readonly BookNode[], nameOf: (stored: string) => string, above = ''): TreeNode[] =>
  nodes.flatMap(({ id, type, info, children }): TreeNode[] => {
    const key = `${above}/${id}`
    if (type === 'PEOPLE') return [{ key, title: nameOf(info.name), person: id, isLeaf: true }]
    const below = treeOf(children, nameOf, key)
    return below.length > 0 ? [{ key, title: nameOf(info.name), children: below }] : []
  })

/** Everyone at or below a node, each once. */
export const peopleBelow = ({ person, children = [] }: TreeNode): readonly string[] =>
  person === undefined ? [...new Set(children.flatMap(peopleBelow))] : [person]
