import type { FieldDefinition, Fields } from '../../fields.ts'
import { expressionFindings } from '../expressions.ts'
import { type Finding, unknown, within } from '../problem.ts'

/** Finds the faults of what a document link of the header proposes. */
export function proposalFindings({ proposes }: FieldDefinition, fields: Fields): Finding[] {
  if (!proposes) return []
  const { rows, set } = proposes
  const columns = rows === undefined ? fields : (fields[rows]?.columns ?? {})
  return within('proposes', [
    ...(rows === undefined
      ? []
      : unknown([rows], (key) => fields[key]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } })),
    ...unknown(Object.keys(set), (key) => Object.hasOwn(columns, key), { where: 'set', what: { cn: '字段', en: 'field' } }),
    ...Object.entries(set).flatMap(([key, source]) => expressionFindings(source, { fields, extra: ['option'] }, key)),
  ])
}
