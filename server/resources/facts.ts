import type { FieldProblem } from '#kernel/errors.ts'
import { Refused } from '#kernel/errors.ts'
import { type RecordKind, recordKindOf } from '#kernel/record-kinds.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'

interface FactsCheck {
  readonly resource: Resource
  readonly value: FormValue
  readonly host: Pick<Host, 'references' | 'dictionary' | 'departments'>
  /** The writer. */
  readonly caller: Caller
  /** Reads the stored record; empty for a new one. */
  readonly stored: () => Promise<FormValue>
}

/**
 * Validates the references of a record: every id must exist and, unless it is stored already, be visible to the writer; every choice must
 * be in its dictionary.
 * @throws Refused at the invalid fields
 */
export async function checkFacts(db: Db, check: FactsCheck): Promise<void> {
  const problems = [...(await danglingReferences(db, check)), ...(await unknownChoices(db, check.resource, check.value, check.host))]
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
}

async function danglingReferences(db: Db, { resource, value, host, caller, stored }: FactsCheck): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [wire, kind] of pointing(resource)) {
    const ids = idsOf(value[wire])
    const source = ids.length > 0 ? host.references.source(kind) : undefined
    if (!source) continue
    const then = source.isLimited?.(caller) ? idsOf((await stored())[wire]) : ids
    const anew = ids.filter((id) => !then.includes(id))
    const found = [...(await source.find(db, ids.filter((id) => then.includes(id)))),
      ...(anew.length > 0 ? await source.find(db, anew, { caller, departments: host.departments }) : [])]
    const known = new Set(found.map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) problems.push({ field: wire, code: 'error.field.choice' })
  }
  return problems
}

async function unknownChoices(db: Db, resource: Resource, value: FormValue,
  { dictionary }: Pick<Host, 'dictionary'>): Promise<FieldProblem[]> {
  const chosen = Object.entries(resource.fields).filter(([wire, { dict }]) => dict !== undefined && idsOf(value[wire]).length > 0)
  if (chosen.length === 0) return []
  const label = await dictionary(db)
  return chosen.filter(([wire, { dict = '' }]) => idsOf(value[wire]).some((choice) => label(dict, choice) === null)).map(([field]) => ({
    field,
    code: 'error.field.choice',
  }))
}

/** Fields with references, with the kind of their records. */
function pointing(resource: Resource): [string, RecordKind][] {
  return Object.entries(resource.fields).flatMap(([wire, field]): [string, RecordKind][] => {
    const kind = field.system ? undefined : recordKindOf(field)
    return kind ? [[wire, kind]] : []
  })
}

/** The field that binds a resource to departments: a list of their ids. */
export function boundField(resource: Resource): string | undefined {
  const named = scopeOf(resource)?.departments ?? 'departmentIds'
  return resource.fields[named]?.of === 'department' ? named : undefined
}

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
