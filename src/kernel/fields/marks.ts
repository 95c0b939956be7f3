import type { FieldRole, Fields } from '../fields.ts'
import type { FormValue } from '../values/value.ts'

/** The marks of a document: the roles of its mark switches that are on. */
export const marksOf = (fields: Fields, value: FormValue): readonly FieldRole[] =>
  Object.entries(fields).flatMap((
    [key, { kind, as: role }],
  ) => (kind === 'switch' && role !== undefined && value[key] === true ? [role] : []))
