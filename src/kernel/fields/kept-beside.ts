import type { FieldDefinition } from './definition.ts'

/** Returns whether a field is never visible or only repeats another one in words, so that its changes are not reported. */
export const isKeptBeside = ({ kind, result, visible }: FieldDefinition): boolean =>
  visible === 'false' || (kind === 'calculated' && result === 'text')
