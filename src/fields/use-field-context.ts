import { useContext } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { compile, fromJson } from '#kernel/feel/feel.ts'
import { recordContext } from '#kernel/kinds/references.ts'
import { type AttributeValues, type FieldContext, FieldContextContext } from './field-context.ts'
import type { ReferenceCandidate } from './types.ts'

/** The context of the surrounding form; for a record, a minimal one based on its plain values. */
export function useFieldContext(context: AttributeValues): FieldContext {
  const lent = useContext(FieldContextContext)
  return lent ?? {
    accepts: (field, candidate) => acceptsPlainly(field, candidate, context),
    narrowing: () => Object.fromEntries(Object.entries(context).filter(([, value]) => typeof value === 'string' && value.length <= 64)),
    fill: () => undefined,
    propose: () => undefined,
  }
}

function acceptsPlainly({ filter }: FieldDefinition, option: ReferenceCandidate, context: AttributeValues): boolean {
  if (filter === undefined) return true
  const names = { ...Object.fromEntries(Object.entries(context).map(([key, value]) => [key, fromJson(value)])),
    option: recordContext(option) }
  return compile(filter, { names: Object.keys(names) }).evaluate(names) === true
}
