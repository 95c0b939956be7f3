import type { DepartmentSummary } from '#shell/start/answers.ts'

/** A unit of the address book with those below it. */
export interface BookUnit {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly children: readonly BookUnit[]
}

/** The tree of the flat list; a unit whose parent is not in it stands at the top. */
export function unitTree(units: readonly DepartmentSummary[]): readonly BookUnit[] {
  const known = new Set(units.map(({ id }) => id))
  const below = new Map<string, DepartmentSummary[]>()
  for (const unit of units) {
    const parent = unit.parentId && known.has(unit.parentId) ? unit.parentId : ''
    below.set(parent, [...(below.get(parent) ?? []), unit])
  }
  const nodes = (parent: string): BookUnit[] => (below.get(parent) ?? []).map(({ id, name }) => ({ id, name, children: nodes(id) }))
  return nodes('')
}
