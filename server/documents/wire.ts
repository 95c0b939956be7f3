import type { ApprovalMode } from '#kernel/flow.ts'

export { stateCodes, stateOf } from '#approval/state-codes.ts'

/** Codes on the wire: 0 start, 1 approval, 3 CC, -1 end. */
export const nodeTypes = { start: 0, approve: 1, copy: 3, end: -1 } as const

/** Codes on the wire: 1 all `+`, 2 any `/`, 3 sequential `>`; a percentage is shown as all. */
export function modeCode(mode: ApprovalMode): 1 | 2 | 3 {
  if (mode === 'any') return 2
  return mode === 'sequential' ? 3 : 1
}

/** The route of a document's page. */
export const detailRoute = (type: string) => `${type}Detail`
