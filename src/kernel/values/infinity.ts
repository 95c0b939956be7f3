import type { FieldDefinition } from '../fields.ts'

/** Returns whether a value is the number by which its field says that there is no end; displays show ∞ for it. */
export const isInfinity = (value: unknown, { infinity }: Pick<FieldDefinition, 'infinity'>): boolean =>
  infinity !== undefined && (typeof value === 'string' || typeof value === 'number') && value !== '' && Number(value) === infinity
