import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { demoSamples, personId, projectId } from '#plugins/demo/server/public-api.ts'
import { projects } from './projects.ts'

/** code, names, type, unit, manager, months before the anchor that it began and after it that it ends, state */
const running = [
  ['P26-001', '智能网关二代', 'Smart gateway 2', '1', 'sz-rd', 'rd', -10, 6, '1'],
  ['P26-002', '低功耗传感器', 'Low-power sensor', '1', 'sz-rd', 'rd', -7, 9, '1'],
  ['P26-003', '车规电源衍生型', 'Automotive supply variant', '2', 'sz-rd', 'rd', -5, 4, '1'],
  ['P26-004', '华东客户定制网关', 'Custom gateway, East China', '3', 'sz-rd', 'rd', -4, 3, '1'],
  ['P26-005', '回流焊工艺改进', 'Reflow process improvement', '4', 'dg-engineering', 'rd', -9, 1, '1'],
  ['P26-006', '毫米波预研', 'Millimetre-wave pre-research', '5', 'sz-rd', 'rd', -8, 12, '1'],
  ['P26-007', '办公系统升级', 'Office system upgrade', '6', 'sz-it', 'it', -6, 2, '1'],
  ['P26-008', '欧盟认证', 'EU certification', '7', 'sz-quality', 'quality', -3, 5, '1'],
  ['P26-009', '老产品维护', 'Maintenance of older products', '8', 'sz-rd', 'rd', -14, 10, '1'],
  ['P25-011', '一代网关量产', 'Gateway 1 ramp-up', '1', 'sz-rd', 'rd', -24, -9, '2'],
  ['P25-014', '仓库自动化试点', 'Warehouse automation pilot', '9', 'dg-logistics', 'pmc', -20, -8, '2'],
  ['P25-017', '柔性屏预研', 'Flexible display pre-research', '5', 'sz-rd', 'rd', -18, -12, '3'],
] as const

/** The teams of a department work on its projects. */
const teams: Readonly<Record<string, readonly string[]>> = { 'sz-rd': ['sz-hardware', 'sz-software', 'sz-structure'] }

/** Number of projects in the list that are mapped to an SAP project. */
const mapped = 8

/** Twelve projects, nine of them in progress, and the SAP mappings of eight. */
async function saveProjects(db: Db, anchor: string, writer: Writer): Promise<void> {
  const all = projects(db)
  for (const [index, [code, nameCn, nameEn, projectType, unit, manager, begun, ends, status]] of running.entries()) {
    const sapId = `SAP-${String(7001 + index)}`
    const [startDate, endDate] = [monthFrom(anchor, begun), monthFrom(anchor, ends)]
    await all.save({ id: projectId(code), code, nameCn, nameEn, projectType, manager: personId(manager),
      departmentIds: [unit, ...(teams[unit] ?? [])], sapId, startDate, endDate, status, ...writer })
    if (index < mapped)
      await all.map({ code, name: nameCn, sapProjectId: sapId, department: unit, projectType, validFrom: startDate, ...writer })
  }
}

/** First day of the month that is `months` after a day's month, yyyy-MM-dd. */
function monthFrom(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'projects',
  sort: 100,
  records: (db, { day, at }) => saveProjects(db, day, { by: personId('finance'), at }),
})
