import type { ReferenceQuery, ReferenceRecord, ReferenceSource } from '../plugin.ts'
import { people, type PersonAnswer } from './people.ts'
import { units, type UnitAnswer } from './units.ts'

/** People behind the fields `person` and `people`; candidates are enabled, chosen from the whole address book. */
const personSource: ReferenceSource = {
  find: async (db, ids) => (ids.length === 0 ? [] : (await people(db).find({ ids, limit: ids.length })).map(personRecord)),
  async candidates(db, query) {
    const wanted = { keyword: query.keyword, enabled: true }
    return { records: (await people(db).find({ ...wanted, ...pageOf(query) })).map(personRecord), total: await people(db).count(wanted) }
  },
}

/** Units behind the field `department`; companies and the group may be chosen too, told apart by `type`. */
const departmentSource: ReferenceSource = {
  find: async (db, ids) => (ids.length === 0 ? [] : (await units(db).find({ ids, limit: ids.length })).map(unitRecord)),
  async candidates(db, query) {
    const { hasBudgetDept } = query.context
    const wanted = { keyword: query.keyword, enabled: true, ...(typeof hasBudgetDept === 'boolean' && { hasBudgetDept }) }
    return { records: (await units(db).find({ ...wanted, ...pageOf(query) })).map(unitRecord), total: await units(db).count(wanted) }
  },
}

export const identityReferences = { person: personSource, people: personSource, department: departmentSource } as const

function pageOf({ current, size }: ReferenceQuery) {
  return { limit: size, offset: (current - 1) * size }
}

function personRecord({ id, name, enable, departed, avatar, position, mainDepartment, departments }: PersonAnswer): ReferenceRecord {
  return { id, name, enabled: enable === 1, departed, avatar, position, mainDepartment: mainDepartment?.id, departmentName: mainDepartment?.name, departments: departments.map((department) => department.id) }
}

function unitRecord({ id, name, fullName, parentId, type, hasBudgetDept, enable }: UnitAnswer): ReferenceRecord {
  return { id, name, fullName, enabled: enable === 1, parentId, type, hasBudgetDept }
}
