import type { DepartmentSummary } from '#shell/start/answers.ts'

export interface UnitNode {
  readonly key: string
  readonly title: string
  readonly children: UnitNode[]
}

/** The units as a tree; one whose parent is not among them stands at the top. */
export function treeOfUnits(units: readonly DepartmentSummary[], name: (both: string) => string): UnitNode[] {
  const known = new Set(units.map(({ id }) => id))
  const below = (parent: string | null): UnitNode[] =>
    units.filter(({ parentId }) => (parentId && known.has(parentId) ? parentId : null) === parent).map((unit) => ({ key: unit.id,
      title: name(unit.name), children: below(unit.id) })
    )
  return below(null)
}
