import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { instantOf } from '#kernel/values/dates.ts'
import { saveRequests, saveWorkHours } from '#plugins/research/server/public-api.ts'
import { personId } from '../company/save-company.ts'
import { recordsOf } from '../payments/records.ts'
import { chance } from '../random.ts'
import { projectId } from './projects.ts'

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
