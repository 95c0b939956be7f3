import type { Db } from '#server/database/tables.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import '#plugins/masters/server/public-api.ts'
import { type DemoStory, type NodeAnswer, before, dayFrom, demoSamples, projectId } from '#plugins/demo/server/public-api.ts'

type Codes = Readonly<Record<string, string>>

/** Change notices with a review, a change and a baseline, and changes in production. */
async function changeStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const rows = await db.selectFrom('material').select(['code', 'id']).where('code', 'in', ['P-001', 'P-002', 'C-001', 'C-002', 'R-001',
    'R-002', 'J-001', 'J-002', 'H-001']).orderBy('factory', 'desc').execute()
  const codes = Object.fromEntries(rows.map(({ code, id }) => [code, id]))
  const { id: plant } = await db.selectFrom('factory').select('id').where('code', '=', '2000').executeTakeFirstOrThrow()
  return [...noticeStories(anchor, codes), ...productionStories(anchor, codes, plant)]
}

const line = (itemNo: number, change: FormValue): FormValue => ({ rowId: `l${itemNo}`, itemNo, action: 'replace', oldQty: '2', newQty: '2',
  effective: 'next', execDept: 'dg-engineering', ...change })

const notice = (at: Date, codes: Codes, change: FormValue): FormValue => ({
  applicantDept: 'sz-hardware',
  ecnType: ['design', 'bom'],
  ecnReason: 'quality',
  urgency: 'normal',
  level: 'C',
  changeOwner: 'u-employee',
  project: projectId('P26-001'),
  planEffectiveDate: dayFrom(at, 20),
  models: [{ rowId: 'm1', material: codes['P-001'], modelName: 'GW-200' }],
  affectedDocs: ['bom', 'schematic'],
  customerNotice: '0',
  safetyImpact: '0',
  certImpact: '0',
  costImpact: '-0.35',
  ...change,
})

const items = (value: FormValue, change: (row: FormValue) => FormValue): FormValue => ({
  changeItems: rowsAt(value, 'changeItems').map((row) => ({ rowId: row['rowId'], ...change(row) })),
})

/** Approvers' input for a change notice, by node. */
const noticeAnswers: Readonly<Record<string, NodeAnswer>> = {
  process: { comment: '工艺可行，SOP同步更新', checks: ['sop', 'fixtures'] },
  pmc: { comment: '库存用完后切换', checks: ['stock', 'cutIn'], fill: (value) => items(value, () => ({ disposal: 'useUp' })) },
  qualityHead: { comment: '验证充分', checks: ['sip', 'validation', 'cert'] },
  changeOwner: { comment: '按计划执行' },
  ecnExecDept: { comment: '已安排', fill: (value, at) => items(value, () => ({ executor: 'u-luxiao', planDate: dayFrom(at, 14) })) },
  executor: {
    comment: '已切换完成',
    async fill(value, at, files) {
      const evidence = [await files('切换执行记录.pdf')]
      return items(value, () => ({ itemState: '2', doneDate: dayFrom(at, 0), evidence }))
    },
  },
  verify: { comment: '抽检合格', fill: (value) => items(value, () => ({ itemState: '3' })) },
}

function noticeStories(anchor: Date, codes: Codes): readonly DemoStory[] {
  const [first, second] = [before(anchor, 90, 10), before(anchor, 16, 9)]
  return [
    {
      type: 'ecnApply',
      name: 'ecn capacitor',
      by: 'employee',
      at: first,
      ends: 'completed',
      say: noticeAnswers,
      value: () =>
        notice(first, codes, { ecnTitle: 'GW-200 输出电容耐压提升', reasonDesc: '高温下失效率偏高',
          description: '<p>10µF 6.3V 改为 10V。</p>', changeItems: [
            line(10, { parentMaterial: codes['P-001'], oldMaterial: codes['C-001'], newMaterial: codes['C-002'], position: 'C101',
              before: '10µF 6.3V', after: '10µF 10V' }),
            line(20, { parentMaterial: codes['P-001'], oldMaterial: codes['R-001'], newMaterial: codes['R-002'], position: 'R12',
              before: '10kΩ 5%', after: '10kΩ 1%' }),
          ] }),
    },
    {
      type: 'ecnBaseline',
      name: 'baseline GW-200',
      by: 'employee',
      at: before(anchor, 60, 11),
      ends: 'completed',
      say: { changeOwner: { comment: '同意发布' }, qualityHead: { comment: '同意' } },
      // the first baseline of a product needs no notice; its lines close after the company is created, with the answers of SAP
      value: () => ({ applicantDept: 'sz-hardware', product: codes['P-001'], project: projectId('P26-001'), baselineName: 'GW-200主板',
        baselineType: 'product', version: 'V1.0', effectiveDate: dayFrom(before(anchor, 60, 11), 5),
        changeSummary: '首版基线，含电容耐压提升', documents: [
          { rowId: 'd1', docType: 'bom', docNo: 'BOM-GW200', docName: 'GW-200 BOM', revision: 'B' },
          { rowId: 'd2', docType: 'schematic', docNo: 'SCH-GW200', docName: 'GW-200原理图', revision: 'A1.2' },
        ] }),
    },
    {
      type: 'ecnApply',
      name: 'ecn connector',
      by: 'employee',
      at: second,
      ends: 'running',
      waitsAt: 'executor',
      files: { validation: ['连接器验证报告.pdf'] },
      say: noticeAnswers,
      value: () =>
        notice(second, codes, { ecnTitle: 'GW-200 板间连接器国产化', ecnReason: 'cost', level: 'B', reasonDesc: '降低单台成本',
          description: '<p>板间连接器改用国产型号，结构尺寸一致。</p>', costImpact: '-1.20', changeItems: [
            line(10, { parentMaterial: codes['P-002'], oldMaterial: codes['J-002'], newMaterial: codes['J-001'], position: 'J3',
              before: '进口连接器', after: '国产连接器' }),
            line(20, { action: 'attr', parentMaterial: codes['P-002'], oldMaterial: codes['H-001'], oldQty: null, newQty: null,
              before: '开孔8.0mm', after: '开孔8.2mm' }),
          ] }),
    },
    {
      type: 'ecnReviewForm',
      by: 'employee',
      at: before(anchor, 8, 10),
      ends: 'running',
      waitsAt: 'deptReview',
      value: (found) => ({ applicantDept: 'sz-hardware', ecn: [found('ecn connector').id], reviewDate: dayFrom(before(anchor, 8, 10), 0),
        chair: 'u-employee', reviewItems: [
          { rowId: 'r1', dept: 'dg-engineering', reviewer: 'u-luxiao', item: '装配工装与作业指导书' },
          { rowId: 'r2', dept: 'sz-purchase', reviewer: 'u-dongmei', item: '供应商切换与库存' },
        ] }),
    },
    {
      type: 'ecnChange',
      by: 'employee',
      at: before(anchor, 3, 10),
      ends: 'running',
      waitsAt: 'qualityHead',
      say: { pmc: { comment: '新日期可行', checks: ['stock', 'cutIn'] } },
      value: (found) => {
        const { id, value } = found('ecn connector')
        const [first = {}] = rowsAt(value, 'changeItems')
        return { applicantDept: 'sz-hardware', ecn: [id], changeKind: 'delay', newPlanDate: dayFrom(anchor, 21),
          changeReason: '国产连接器首批到货推迟', changeOwner: 'u-employee',
          changeItems: [{ ...line(10, {}), ...planned(first), rowId: 'c10', takenFrom: `ecnApply/${id}/${String(first['rowId'])}` }] }
      },
    },
  ]
}

/** Values of a notice's line for its change, without those written during execution. */
const planned = (
  { action, parentMaterial, oldMaterial, oldQty, newMaterial, newQty, position, before: was, after, effective, execDept, disposal }:
    FormValue,
): FormValue => ({ action, parentMaterial, oldMaterial, oldQty, newMaterial, newQty, position, before: was, after, effective, execDept,
  disposal })

const checks = (comment: string, ...items: readonly string[]): NodeAnswer => ({ comment, checks: items })

/** Approvers' input for a change in production, by node. */
const productionAnswers: Readonly<Record<string, NodeAnswer>> = {
  process: checks('作业指导书已更新', 'sop', 'training', 'machine'),
  electronic: { comment: '替代料参数一致', fill: () => ({ electronicState: '2' }) },
  qualityAssess: { ...checks('风险可控', 'fmea', 'controlPlan'), fill: () => ({ needEcn: '0' }) },
  verify: {
    ...checks('首件合格', 'firstArticle', 'traceability'),
    fill: (_, at) => ({
      inspection: [{ rowId: 'i1', inspectionStatus: 'ok', productionOrderNo: '100234567', productionDate: dayFrom(at, 0),
        serialNo: 'SN-0001', issuedQty: '10', qualifiedQty: '10' }],
    }),
  },
}

/** Two temporary changes on lines in Dongguan: one completed, one overdue that waits for its first article. */
const productionStories = (anchor: Date, codes: Codes, factory: string): readonly DemoStory[] =>
  ([[40, 'completed', '临时使用替代电容', 30], [12, 'running', '波峰焊改为选择焊', 8]] as const).map(
    ([ago, ends, subject, lasts]): DemoStory => {
      const at = before(anchor, ago, 9)
      const isMaterial = ends === 'completed'
      return {
        type: 'fiveMChange',
        by: 'jinlong',
        at,
        ends,
        ...(ends === 'running' && { waitsAt: 'verify' }),
        say: productionAnswers,
        ...(isMaterial && { choices: [{ node: 'electronic', people: ['u-employee'] }] }),
        value: () => ({
          applicantDept: 'dg-production',
          category: isMaterial ? ['material'] : ['method'],
          level: 'B',
          duration: 'temporary',
          factory,
          line: isMaterial ? 'SMT-3' : 'DIP-1',
          productionOrderNo: '100234567',
          orderQty: 1200,
          productModel: codes['P-001'],
          planStart: dayFrom(at, 1),
          planEnd: dayFrom(at, lasts),
          subject,
          before: isMaterial ? 'C-001 10µF 6.3V' : '整板波峰焊',
          after: isMaterial ? 'C-002 10µF 10V' : '插件位选择焊',
          reason: isMaterial ? '供应商交期延误' : '波峰焊设备大修',
          ...(isMaterial &&
            {
              materialLines: [{ rowId: 'm1', material: codes['C-002'], oldMaterial: codes['C-001'], qty: '2400', unit: 'pcs',
                needPurchase: '0', needSmt: '0' }],
            }),
          electronicState: isMaterial ? '1' : '0',
          structureState: '0',
          softwareState: '0',
          risk: 'low',
          customerNotice: '0',
        }),
      }
    },
  )

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'change-control', sort: 430, stories: ({ db, anchor }) => changeStories(db, anchor) })
