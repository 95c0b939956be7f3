import type { FieldDefinition } from './definition.ts'

/** Returns whether a field is kept beside the screen or says another one again in words: its changes are no news to anybody. */
export const isKeptBeside = ({ kind, result, visible }: FieldDefinition): boolean =>
  visible === 'false' || (kind === 'calculated' && result === 'text')
