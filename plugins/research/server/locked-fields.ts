import type { FieldProblem } from '#kernel/errors.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'
import type { RecordStep } from '#server/resources/rules.ts'

/** Problems for changed fields that the record's document has locked. */
export function lockedProblems({ fields }: Pick<Resource, 'fields'>, { value, before }: RecordStep, no: unknown): FieldProblem[] {
  if (!before?.['businessKey']) return []
  const locked = Object.entries<FieldDefinition>(fields).flatMap(([key, field]) => (field.locked ? [key] : []))
  return locked
    .filter((key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(before[key] ?? null))
    .map((field) => ({ field, code: 'research.locked', parameters: { no: String(no ?? '') } }))
}
