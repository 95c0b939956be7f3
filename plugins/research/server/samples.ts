import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { cells } from '../general/cells.ts'
import { projectId } from '../masters/projects.ts'
import { recordsOf } from '../payments/records.ts'
import { before, dayFrom } from '../stories/stage.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'
import { costCenterId } from '../masters/finance.ts'

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
export async function reviewStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { customers } = await recordsOf(db)
  return reviews.trim().split('\n').map((line): Story => {
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
      ends: ends as Story['ends'],
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
export async function patentStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { id: agency } = await db.selectFrom('supplier').select('id').where('category', '=', '4').where('enable', '=', true).orderBy('code')
    .limit(1).executeTakeFirstOrThrow()
  const say = (feeEstimate: string, grade: string): Story['say'] => ({
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

const checked = ['appearance', 'accessories', 'performance', 'guard', 'ehs']

/** A test rig built in house, completed, and an instrument that waits for its asset number. */
export const assetStories = (anchor: Date): readonly Story[] => [rig(before(anchor, 55, 9)), instrument(before(anchor, 5, 9))]

const shared = { type: 'assetsAcceptance', files: { photos: ['正面照片.png', '铭牌照片.png'], docs: ['使用说明书.pdf'] } } as const

const say = {
  techCheck: { comment: '逐项核对，符合要求', checks: checked, fill: () => ({ techResult: '外观、附件齐全，性能符合技术要求' }) },
  assetAdmin: { comment: '标签已贴', checks: ['label', 'ledger'] },
}

const rig = (at: Date): Story => ({
  ...shared,
  by: 'employee',
  at,
  ends: 'completed',
  choices: [{ node: 'techCheck', people: ['u-songtao', 'u-suming'] }],
  say,
  value: () => ({
    applicantDept: 'sz-hardware',
    assetSource: 'selfMade',
    project: projectId('P26-001'),
    useDept: 'sz-hardware',
    costCenter: costCenterId('sz-rd'),
    arrivalDate: dayFrom(at, -3),
    acceptDate: dayFrom(at, 0),
    acceptTeam: ['u-employee', 'u-xuhaibo'],
    items: [{ rowId: 'i1', assetName: '网关老化测试架', assetClass: '3100', spec: '32工位 0–60℃', serialNo: 'LH-2026-001', qty: 1,
      unit: 'set', price: '18600.00', taxRate: '13', custodian: 'u-employee', location: '硬件实验室', itemResult: 'ok' }],
  }),
})

const instrument = (at: Date): Story => ({
  ...shared,
  by: 'quality',
  at,
  ends: 'running',
  waitsAt: 'assetAdmin',
  choices: [{ node: 'techCheck', people: ['u-liuyang', 'u-suming'] }],
  say,
  value: () => ({
    applicantDept: 'sz-quality',
    assetSource: 'transfer',
    useDept: 'sz-quality',
    costCenter: costCenterId('sz-quality'),
    arrivalDate: dayFrom(at, -2),
    acceptDate: dayFrom(at, 0),
    acceptTeam: ['u-quality', 'u-yangfan'],
    items: [
      { rowId: 'i1', assetName: '影像测量仪', assetClass: '3100', spec: 'VMS-3020', brand: '万濠', serialNo: 'VMS-80217', qty: 1,
        unit: 'unit', price: '68000.00', taxRate: '13', custodian: 'u-quality', location: '一楼检测室', itemResult: 'ok' },
      { rowId: 'i2', assetName: '大理石平台', assetClass: '2000', spec: '1000×750 00级', serialNo: 'GP-1175', qty: 1, unit: 'unit',
        price: '9200.00', taxRate: '13', custodian: 'u-quality', location: '一楼检测室', itemResult: 'ok' },
    ],
  }),
})
