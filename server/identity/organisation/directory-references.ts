import { budgetDepartment, type Department, type Directory, type Person } from '#approval/directory.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { identityReferences } from './references.ts'

/**
 * People and departments as records for expressions and labels, from the organisation in memory, so that resolving names needs no query.
 * Candidates are searched in the database.
 */
export function directoryReferences(directoryAt: (db: Db) => Promise<Directory>) {
  const source = (base: ReferenceSource, recordOf: (directory: Directory, id: string) => ReferenceRecord | undefined): ReferenceSource => {
    const find = async (db: Db, ids: readonly string[]) => {
      const directory = await directoryAt(db)
      return ids.flatMap((id) => recordOf(directory, id) ?? [])
    }
    return {
      find,
      async candidates(db, query, reader) {
        const { records, total } = await base.candidates(db, query, reader)
        return { records: await find(db, records.map(({ id }) => id)), total }
      },
      named: base.named,
    }
  }
  const person = source(identityReferences.person, recordsIn.person)
  return { person, people: person, department: source(identityReferences.department, recordsIn.department) }
}

/** Records of the kinds in a directory. */
export const recordsIn = {
  person: (directory: Directory, id: string) => personRecord(directory, directory.person(id)),
  department: (directory: Directory, id: string) => departmentRecord(directory, directory.department(id)),
}

function personRecord(directory: Directory, person: Person | undefined): ReferenceRecord | undefined {
  if (!person) return undefined
  const { id, name, code = null, positionLevel = lowestLevel, enabled, departed, departments } = person
  const { cn, en } = splitName(name)
  const main = directory.department(departments[0] ?? '')
  return { id, name, code, nameCn: cn, nameEn: en, enabled, departed, departments, mainDepartment: departments[0] ?? null,
    departmentName: main?.name ?? '', positionLevel }
}

/** Level of a person without one: an ordinary employee. */
const lowestLevel = '1'

function departmentRecord(directory: Directory, department: Department | undefined): ReferenceRecord | undefined {
  if (!department) return undefined
  const { id, name, code = null, fullName, enabled, parent, type, hasBudgetDept, company } = department
  const { cn, en } = splitName(name)
  return { id, name, code, nameCn: cn, nameEn: en, fullName, enabled, parentId: parent ?? null, type, hasBudgetDept,
    budgetDept: budgetDepartment(directory, id)?.id ?? null, company: company ?? null }
}
