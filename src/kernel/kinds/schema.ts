import { memoize } from '../memoize.ts'
import { z, type ZodObject, type ZodType } from 'zod'
import type { FieldDefinition, Fields } from '../fields.ts'
import { checkedSchema } from './checked.ts'
import { kindOf } from './registry.ts'

/** The schema of a field's value; null and undefined are accepted. */
export const fieldSchema = (field: FieldDefinition): ZodType => checkedSchema(field, kindOf(field))

/** The schema of the value of a form or record. Refuses unknown keys, and keys that could reach a prototype. */
export const valueSchema: (fields: Fields) => ZodObject = memoize((fields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])))
)
