import type { DocumentStatus } from './types.ts'

/** Numeric codes of states on the wire; server and pages use the names. */
export const stateCodes: Readonly<Record<DocumentStatus, number>> = {
  inApproval: 1,
  refused: 2,
  completed: 4,
  voided: 5,
  revoked: 12,
}

const states = new Map(Object.entries(stateCodes).map(([word, code]) => [code, word as DocumentStatus]))

/** The state of a numeric code; undefined for an unknown one. */
export const stateOf = (code: number): DocumentStatus | undefined => states.get(code)
