import { sql } from 'kysely'
import type { ReferenceQuery, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { people, type PersonAnswer } from './people.ts'
import { units, type UnitAnswer } from './units.ts'

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
