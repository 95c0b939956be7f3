import type { FieldProblem } from '../../src/kernel/errors.ts'
import { Refused } from '../../src/kernel/errors.ts'
import type { FieldKind } from '../../src/kernel/fields.ts'
import type { Resource } from '../../src/kernel/resource.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Db } from '../database/tables.ts'
import type { References } from '../plugin.ts'

/**
 * Every id that a record points with must name something: each is an object of its own.
 * @throws Refused `error.field.choice` at the fields that point at nothing.
 */
export async function checkReferences(db: Db, { resource, value, references }: { resource: Resource; value: FormValue; references: References }): Promise<void> {
  const problems: FieldProblem[] = []
  for (const [wire, kind] of pointing(resource)) {
    const ids = idsOf(value[wire])
    const source = ids.length > 0 ? references.source(kind) : undefined
    if (!source) continue
    const known = new Set((await source.find(db, ids)).map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) problems.push({ field: wire, code: 'error.field.choice' })
  }
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
}

/** Fields that hold ids, with the kind of what they name. */
function pointing(resource: Resource): [string, FieldKind][] {
  return Object.entries(resource.fields).flatMap(([wire, { kind, system }]): [string, FieldKind][] => {
    if (system) return []
    if (wire === boundField(resource)) return [[wire, 'department']]
    return kinds.has(kind) ? [[wire, kind === 'people' ? 'person' : kind]] : []
  })
}

/** The field that binds a resource to departments is a list of their ids. */
export function boundField(resource: Resource): string | undefined {
  const named = resource.scope?.departments ?? 'departmentIds'
  return resource.fields[named]?.kind === 'multiselect' ? named : undefined
}

const kinds: ReadonlySet<FieldKind> = new Set([
  'person', 'people', 'department', 'costCenter', 'expenseCategory', 'currency', 'project', 'supplier', 'customer', 'contract', 'material', 'bankAccount',
])

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
