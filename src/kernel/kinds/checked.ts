import type { ZodType } from 'zod'
import { bilingual } from '../wording/names.ts'
import type { FieldDefinition } from '../fields.ts'
import type { Fault, KindDefinition } from './kind.ts'

/** The `params` of a zod issue for a value of the right shape. */
export interface IssueParameters {
  /** Locale key. */
  readonly code: string
  readonly parameters: Readonly<Record<string, string | number>>
  /** Whether drafts may violate it. */
  readonly limit: boolean
}

/**
 * The schema of a field's value; null and undefined are accepted. Each issue of a value of the right shape carries `IssueParameters`, with
 * the field's label among the parameters.
 */
export function checkedSchema(field: FieldDefinition, kind: KindDefinition): ZodType {
  const checked = kind.shape(field).superRefine((value, context) => {
    for (const fault of kind.faults(value, field)) context.addIssue(issueOf(fault, field))
  })
  return checked.nullish()
}

function issueOf({ code, parameters, path = [], limit }: Fault, field: FieldDefinition) {
  const params: IssueParameters = { code, parameters: { label: bilingual(field), ...parameters }, limit: limit === true }
  return { code: 'custom' as const, path: [...path], params: { ...params }, message: code }
}
