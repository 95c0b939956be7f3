import type { Warning } from '#plugins/system/unit-wire.ts'

/** The facts of a unit that decide whether requests from it find an approver. */
export interface UnitLeaders {
  readonly id: string
  readonly parent_id: string | null
  readonly type: string
  readonly enable: boolean
  readonly head_user_id: string | null
  readonly deputy_user_id: string | null
  readonly vp_user_id: string | null
}

/**
 * Departments in which a request would find no approver, by unit: nobody heads it, no vice president is in charge of
 * it or of anything above, or whoever is has been disabled. The same order as the approval rules ask in.
 * @param gone people who are disabled or have left
 */
export function warningsOf(units: readonly UnitLeaders[], gone: ReadonlySet<string>): ReadonlyMap<string, readonly Warning[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const inCharge = (
    unit: UnitLeaders | undefined,
  ): string | null => (unit ? (unit.vp_user_id ?? inCharge(byId.get(unit.parent_id ?? ''))) : null)
  const warningOf = (person: string | null, none: Warning,
    left: Warning): readonly Warning[] => (person === null ? [none] : gone.has(person) ? [left] : [])
  return new Map(units.filter(({ type, enable }) => type === 'DEPARTMENT' && enable).map((unit) => [
    unit.id,
    [...warningOf(unit.head_user_id ?? unit.deputy_user_id, 'noHead', 'goneHead'),
      ...warningOf(inCharge(unit), 'noVicePresident', 'goneVicePresident')],
  ]))
}
