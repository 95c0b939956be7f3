import { instantOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { projects } from '#plugins/projects/server/public-api.ts'
import { saveRequests, saveWorkHours } from '#plugins/research/server/public-api.ts'
import { personId } from '../company/save-company.ts'
import { recordsOf } from '../payments/records.ts'
import { chance } from '../random.ts'

/** The id of a project by its code. */
export const projectId = (code: string): string => `pr-${code.toLowerCase()}`

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
export async function saveProjects(db: Db, anchor: string, writer: Writer): Promise<void> {
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

/** `user name | department | work type` */
const engineers = [
  ['employee', 'sz-hardware', 'electronic'],
  ['songtao', 'sz-hardware', 'electronic'],
  ['xuhaibo', 'sz-hardware', 'electronic'],
  ['dengkai', 'sz-software', 'software'],
  ['tianye', 'sz-software', 'software'],
  ['yuanbin', 'sz-software', 'software'],
  ['panxin', 'sz-structure', 'structure'],
  ['gujia', 'sz-structure', 'structure'],
  ['pengyu', 'sz-rd', 'pm'],
  ['rd', 'sz-rd', 'pm'],
  ['quality', 'sz-quality', 'test'],
  ['liuyang', 'dg-engineering', 'structure'],
  ['suming', 'dg-engineering', 'test'],
  ['luxiao', 'dg-engineering', 'test'],
  ['yinjie', 'dg-engineering', 'structure'],
] as const

/** Number of entries per engineer: one per working day. */
const daysEach = 160

/**
 * Saves 2,400 work-hour entries of fifteen engineers on running projects, and 24 customer requests: on time, late, open, overdue and two
 * cancelled.
 */
export async function saveResearch(db: Db, anchor: string, writer: Writer): Promise<void> {
  const days = workingDays(anchor, daysEach)
  const drawn = chance('work-hours')
  await saveWorkHours(db, engineers.flatMap(([userName, department, workType]) =>
    days.map((day) => ({
      day,
      person: personId(userName),
      department,
      project: projectId(`P26-00${drawn.between(1, 6)}`),
      workType,
      hours: String(drawn.between(12, 18) / 2),
    }))
  ), writer)
  await saveRequests(db, await requests(db, anchor), { by: writer.by, at: instantOf(`${anchor} 09:00:00`) ?? writer.at })
}

const products = ['GW-150E', 'GW-200', 'LS-100', 'AP-48'] as const
const wishes = ['协议定制', '界面语言', '告警阈值', '客户标识', '上报间隔', '接口加密'] as const
const owners = ['tianye', 'yuanbin', 'dengkai'] as const

async function requests(db: Db, anchor: string) {
  const { customers } = await recordsOf(db)
  return Array.from({ length: 24 }, (_, index) => {
    const planned = dayAfter(anchor, index * 12 - 250)
    const isPast = planned < anchor
    const isCancelled = index % 12 === 5
    const isDone = isPast && !isCancelled && index % 7 !== 6
    return {
      requestNo: `DX-${String(index + 1).padStart(4, '0')}`,
      customerId: customers[index % customers.length],
      product: products[index % products.length],
      softwareName: `${wishes[index % wishes.length]}固件`,
      softwareVersion: `V3.${index}`,
      baseVersion: 'V3.0',
      quantity: 100 + index * 50,
      requirement: `${wishes[index % wishes.length]}按客户要求调整`,
      plannedDate: planned,
      owner: personId(owners[index % owners.length]!),
      status: isCancelled ? '3' : isDone ? '2' : '1',
      finishedDate: isDone ? dayAfter(planned, index % 4 === 1 ? 3 : -2) : null,
    }
  })
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last working days (Mondays to Fridays) up to a day. */
function workingDays(anchor: string, count: number): string[] {
  const days: string[] = []
  for (let back = 0; days.length < count; back += 1) {
    const day = dayAfter(anchor, -back)
    if (![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) days.push(day)
  }
  return days
}
