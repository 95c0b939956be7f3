import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { customer } from '../customer.ts'
import { material } from '../material.ts'
import { salesGroup } from '../sales-group.ts'
import { supplier } from '../supplier.ts'
import { materialRules, supplierRules } from './rules.ts'

/** Bulk inserts of master data with their rules applied; each returns the ids in input order. */
export function saveMasters(db: Db, { by, at }: Writer) {
  const adding = (resource: Resource, rules?: RecordRules) => async (values: readonly FormValue[]): Promise<string[]> => {
    const all = records(resource, rules)
    const ids: string[] = []
    for (const value of values) ids.push(await all.insert(db, value, { by, at }))
    return ids
  }
  return { suppliers: adding(supplier, supplierRules), salesGroups: adding(salesGroup), customers: adding(customer),
    materials: adding(material, materialRules) }
}
