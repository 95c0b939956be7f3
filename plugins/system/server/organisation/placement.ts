import { Refused } from '#kernel/errors.ts'
import type { UnitType } from '#plugins/system/unit-wire.ts'

/** Groups hold enterprises, enterprises hold departments, and each holds its own kind. */
const ranks: Readonly<Record<UnitType, number>> = { GROUP: 0, ENTERPRISE: 1, DEPARTMENT: 2 }

/** @throws Refused `system.org.wrongParent` where a unit of the type cannot stand below the other, or at the top. */
export function demandPlacement(type: UnitType, parent: UnitType | null): void {
  const fits = parent === null ? type !== 'DEPARTMENT' : ranks[parent] <= ranks[type]
  if (!fits) throw new Refused('system.org.wrongParent', {}, [{ field: 'parentId', code: 'system.org.wrongParent' }])
}
