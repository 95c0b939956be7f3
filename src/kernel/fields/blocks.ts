import { rowsAt } from '../evaluate/rows.ts'
import { holderOf } from './roles.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import type { FormValue } from '../values/value.ts'

/** The block that a field belongs to by its role: fields of a block are drawn together, by the module that fills the slot of its name. */
export const blockOf = ({ as: role }: FieldDefinition): string | undefined => (role === undefined ? undefined : holderOf(role).block)

/** Returns whether a document has anything to show in a block: a row in one of its tables. */
export const hasBlock = (fields: Fields, value: FormValue, block: string): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind === 'table' && blockOf(field) === block && rowsAt(value, key).length > 0)

/** The blocks in which a document has anything to show, in the order of its form. */
export const blocksIn = (fields: Fields, value: FormValue): readonly string[] =>
  [...new Set(Object.values(fields).flatMap((field) => blockOf(field) ?? []))].filter((block) => hasBlock(fields, value, block))
