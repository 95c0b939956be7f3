import { sql } from 'kysely'
import { splitName } from '#kernel/wording/names.ts'
import { budgetDepartment, type Department, type Directory, type Person } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceQuery, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { people, type PersonAnswer, type UnitAnswer, units } from './people-and-units.ts'

/** Reference source of the kinds `person` and `people`; candidates are all enabled people. */
const personSource: ReferenceSource = {
  find: async (db, ids) => (ids.length === 0 ? [] : (await people(db).find({ ids, limit: ids.length })).map(personRecord)),
  async candidates(db, query) {
    const filter = { keyword: query.keyword, enabled: true }
    return { records: (await people(db).find({ ...filter, ...pageOf(query) })).map(personRecord), total: await people(db).count(filter) }
  },
  async named(db, names) {
    const called = sql<boolean>`(job_number = any(${names}) or user_name = any(${names}) or ${nameIsOneOf(names)})`
    const rows = await db.selectFrom('sys_user').select(['id', 'name', 'job_number as code', 'user_name as userName', 'enable as enabled'])
      .where('del_flag', '=', 0)
      .where('enable', '=', true).where(called).execute()
    return rows
  },
}

/** Reference source of the kind `department`; companies and the group can be chosen too, distinguished by `type`. */
const departmentSource: ReferenceSource = {
  find: async (db, ids) => (ids.length === 0 ? [] : (await units(db).find({ ids, limit: ids.length })).map(unitRecord)),
  async candidates(db, query) {
    const { hasBudgetDept } = query.context
    const filter = { keyword: query.keyword, enabled: true, ...(typeof hasBudgetDept === 'boolean' && { hasBudgetDept }) }
    return { records: (await units(db).find({ ...filter, ...pageOf(query) })).map(unitRecord), total: await units(db).count(filter) }
  },
  async named(db, names) {
    const called = sql<boolean>`(code = any(${names}) or ${nameIsOneOf(names)})`
    const rows = await db.selectFrom('sys_group').select(['id', 'name', 'code', 'has_budget_dept as hasBudgetDept', 'enable as enabled'])
      .where('del_flag', '=', 0).where('enable', '=', true).where(called).execute()
    return rows
  },
}

export const identityReferences = { person: personSource, people: personSource, department: departmentSource } as const

/** Condition that the complete "中文/English" name, or either half, is one of these. */
const nameIsOneOf = (names: readonly string[]) =>
  sql<boolean>`(name = any(${names}) or split_part(name, '/', 1) = any(${names}) or split_part(name, '/', 2) = any(${names}))`

function pageOf({ current, size }: ReferenceQuery) {
  return { limit: size, offset: (current - 1) * size }
}

function personRecord({ id, name, enable, departed, avatar, position, mainDepartment, departments }: PersonAnswer): ReferenceRecord {
  return { id, name, enabled: enable === 1, departed, avatar, position, mainDepartment: mainDepartment?.id,
    departmentName: mainDepartment?.name, departments: departments.map((department) => department.id) }
}

function unitRecord({ id, name, fullName, parentId, type, hasBudgetDept, enable }: UnitAnswer): ReferenceRecord {
  return { id, name, fullName, enabled: enable === 1, parentId, type, hasBudgetDept }
}

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
  person: (directory: Directory, id: string) => directoryPerson(directory, directory.person(id)),
  department: (directory: Directory, id: string) => departmentRecord(directory, directory.department(id)),
}

function directoryPerson(directory: Directory, person: Person | undefined): ReferenceRecord | undefined {
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
    budgetDept: budgetDepartment(directory, id)?.id ?? null, company: company ?? null, head: leaderOf(department) }
}

/** The head of a department, else the deputy. */
const leaderOf = ({ head, deputy }: Pick<Department, 'head' | 'deputy'>): string | null => head ?? deputy ?? null
