import { instantOf } from '#kernel/values/dates.ts'
import type { Writer } from '#server/resources/records.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { type DemoStory, type NodeAnswer, before, cells, chance, dayFrom, demoSamples, personId, projectId,
  recordsOf } from '#plugins/demo/server/public-api.ts'
import { saveRequests } from './directed-software.ts'
import { saveWorkHours } from './work-hours.ts'

/**
 * `days ago | initiator | department | type | stage | project | model | version | reviewers | checks | final state | node where it stops`
 */
const reviews = `
140 | employee | sz-hardware | scheme | plan | P26-002 | LS-100 | | songtao dengkai | coverage design cost | completed |
70 | songtao | sz-hardware | schematic | dvt | P26-001 | GW-200 | A1.2 | employee gujia | design dfm safety | completed |
35 | tianye | sz-software | directed | software | P26-004 | GW-150E | V3.1-E | yuanbin songtao | coverage test | completed |
3 | employee | sz-hardware | pcb | dvt | P26-003 | AP-48 | B0.3 | songtao gujia | design dfm safety | running | reviewSign
`

/** Reviews of four projects: a scheme, a schematic, software for a customer, and a board that waits for its reviewers. */
async function reviewStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const { customers } = await recordsOf(db)
  return reviews.trim().split('\n').map((line): DemoStory => {
    const [ago, by, department, reviewType, stage, project, productModel, version, reviewers, checks, ends, waitsAt] = cells(line, 12)
    const at = before(anchor, Number(ago), 14)
    const [first = by] = reviewers.split(' ')
    const software: FormValue = reviewType === 'directed'
      ? { customer: customers[3], softwareName: '华东定制固件', baseVersion: 'V3.0', directedQty: 1200, releaseDate: dayFrom(at, 25) }
      : {}
    return {
      type: 'devReviewSheet',
      by,
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { materials: [`${productModel}评审资料.pdf`] },
      say: answersOf(checks.split(' '), reviewType === 'directed' ? 'conditional' : 'pass'),
      value: () => ({
        applicantDept: department,
        reviewType,
        stage,
        project: projectId(project),
        productModel,
        ...(version !== '' && { version }),
        ...software,
        reviewDate: dayFrom(at, 0),
        reviewForm: 'meeting',
        participants: reviewers.split(' ').map((person) => `u-${person}`),
        content: `<p>${productModel}评审：对照需求逐项核对，问题见下表。</p>`,
        issues: [{ rowId: 'i1', desc: '个别接口余量不足', level: 'middle', owner: `u-${first}`, dueDate: dayFrom(at, 10),
          solution: '调整参数后复测', closed: '0' }],
        workHours: [worked('h1', by, at, '120'), worked('h2', first, at, '64.5')],
      }),
    }
  })
}

const worked = (rowId: string, person: string, at: Date, actualHours: string): FormValue => ({ rowId, member: `u-${person}`,
  role: 'electronic', month: `${dayFrom(at, 0).slice(0, 7)}-01`, planHours: '120', actualHours })

const answersOf = (checks: readonly string[], conclusion: string): Readonly<Record<string, NodeAnswer>> => ({
  deptHead: { comment: '资料齐全，同意评审' },
  reviewSign: { comment: '已逐项核对，问题已列出', checks },
  bomReview: { comment: 'BOM与原理图一致' },
  pmConfirm: { comment: '问题已安排责任人', fill: () => ({ conclusion }) },
  rdDirector: { comment: '问题关闭后发布' },
})

const criteria = ['novelty', 'inventiveness', 'utility', 'disclosure']

/** A filed invention, and a housing that awaits confirmation by its inventors. */
async function patentStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const { id: agency } = await db.selectFrom('supplier').select('id').where('category', '=', '4').where('enable', '=', true).orderBy('code')
    .limit(1).executeTakeFirstOrThrow()
  const say = (feeEstimate: string, grade: string): DemoStory['say'] => ({
    patentEngineer: { comment: '已检索，未见相同方案', checks: criteria, fill: () => ({ grade, agency, feeEstimate }) },
    patentFile: { comment: '已受理',
      fill: (_, at) => ({ applicationNo: `${dayFrom(at, 0).slice(0, 4)}10086412.3`, filingDate: dayFrom(at, 0) }) },
  })
  return [
    {
      type: 'patentApplication',
      by: 'employee',
      at: before(anchor, 95, 10),
      ends: 'completed',
      files: { disclosure: ['技术交底书.docx'], drawings: ['电路框图.png'] },
      say: say('6500.00', 'B'),
      value: () => ({
        applicantDept: 'sz-hardware',
        patentName: '一种低功耗传感器的分级唤醒电路',
        patentType: '1',
        bothApply: false,
        region: ['cn'],
        project: projectId('P26-002'),
        productModel: 'LS-100',
        inventors: [{ rowId: 'p1', person: 'u-employee', contribution: 70, isFirst: '1' }, { rowId: 'p2', person: 'u-songtao',
          contribution: 30, isFirst: '0' }],
        techField: '低功耗电源管理',
        background: '现有唤醒电路在待机时持续采样，功耗高，电池寿命短。',
        solution: '<p>按信号强度分级开启采样与主控，待机时只保留比较器。</p>',
        advantage: '待机电流降低一半以上，不增加主要器件。',
        searched: '1',
        searchResult: '检索近十年文献，未见相同结构',
        published: '0',
      }),
    },
    {
      type: 'patentApplication',
      by: 'gujia',
      at: before(anchor, 6, 10),
      ends: 'running',
      waitsAt: 'inventorConfirm',
      files: { disclosure: ['外观说明.pdf'], drawings: ['六面视图.png'] },
      say: say('2600.00', 'C'),
      value: () => ({
        applicantDept: 'sz-structure',
        patentName: '智能网关外壳',
        patentType: '3',
        region: ['cn'],
        project: projectId('P26-001'),
        productModel: 'GW-200',
        inventors: [{ rowId: 'p1', person: 'u-gujia', contribution: 100, isFirst: '1' }],
        techField: '产品外观',
        background: '现有外壳散热孔外露，外观不统一。',
        solution: '<p>侧面栅格与顶面一体，隐藏散热孔。</p>',
        advantage: '外观简洁，散热面积不减。',
        searched: '0',
        published: '0',
      }),
    },
  ]
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
async function saveResearch(db: Db, anchor: string, writer: Writer): Promise<void> {
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

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'research.registers',
  sort: 110,
  records: (db, { day, at }) => saveResearch(db, day, { by: personId('pengyu'), at }),
}, {
  key: 'research.documents',
  sort: 390,
  stories: async ({ db, anchor }) => [...(await reviewStories(db, anchor)), ...(await patentStories(db, anchor))],
})
