import type { Fields } from '../fields.ts'
import type { FormValue } from '../values/value.ts'
import type { MarkRole } from './definition.ts'
import { isHostRole } from './roles.ts'

/** The marks that the switches of a form can set. */
export const markRolesOf = (fields: Fields): readonly MarkRole[] => markFields(fields).map(([, role]) => role)

/** The marks that a document carries: those whose switch is on. */
export const marksOf = (fields: Fields, value: FormValue): readonly MarkRole[] =>
  markFields(fields).filter(([key]) => value[key] === true).map(([, role]) => role)

const markFields = (fields: Fields): (readonly [key: string, role: MarkRole])[] =>
  Object.entries(fields).flatMap(([key, { as: role }]) => (role === undefined || isHostRole(role) ? [] : [[key, role] as const]))
