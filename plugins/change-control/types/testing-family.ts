import type { FormValue } from '#kernel/values/value.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { ecnApply } from './ecnApply/index.ts'
import { checks, lineOf, materialsOf, noticeOf, noticeSay, paper } from './testing.ts'

const word = { comment: '同意' }

/** Files a notice and leads it to a node, or to its end. */
export async function releasedNotice(support: FilingSupport, until?: string, change: FormValue = {}): Promise<string> {
  const notices = support.of(ecnApply)
  const value = await noticeOf(support, change)
  const id = await notices.file('employee', value)
  const rows = (value['changeItems'] as FormValue[]).map(({ rowId }) => String(rowId))
  const say = await noticeSay(support, rows)
  if (until === undefined || until === 'verify') {
    await notices.passThrough(id, say, 'ecnExecDept')
    // lines are verified once SAP has created the change master
    await support.product.composition.postings.tick()
  }
  await notices.passThrough(id, say, until)
  return id
}

/** A review of a new notice by production engineering and purchasing. */
export const reviewOf = async (support: FilingSupport, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-hardware',
  ecn: [await support.of(ecnApply).file('employee', await noticeOf(support))],
  reviewDate: '2026-11-20',
  chair: 'u-employee',
  reviewItems: [
    { rowId: 'r1', dept: 'dg-engineering', reviewer: 'u-luxiao', item: '工装与SOP' },
    { rowId: 'r2', dept: 'sz-purchase', reviewer: 'u-dongmei', item: '供应商切换' },
  ],
  ...change,
})

/** Answers of the reviewers: nothing to do for one of them, a measure for the other. */
export const reviewSay: Readonly<Record<string, object>> = {
  deptReview: { ...checks('design', 'fixtures', 'inspection', 'cutIn', 'supplier', 'spare', 'certificates'), business: { reviewItems: [
    { rowId: 'r1', involved: '0', result: 'pass' },
    { rowId: 'r2', involved: '1', measure: '通知供应商', dueDate: '2026-11-30', cost: '800.00', result: 'pass' },
  ] } },
  qualityHead: checks('sip', 'validation', 'cert'),
  changeOwner: { ...word, business: { conclusion: 'pass' } },
}

/** A change of the first line of a notice that waits for its executor. */
export async function changeOf(support: FilingSupport, change: FormValue = {}, notice?: string): Promise<FormValue> {
  const ecn = notice ?? (await releasedNotice(support, 'executor'))
  const codes = await materialsOf(support, 'P-001', 'C-001', 'C-002')
  return {
    applicantDept: 'sz-hardware',
    ecn: [ecn],
    changeKind: 'modify',
    changeOwner: 'u-employee',
    changeReason: '位号遗漏',
    changeItems: [lineOf(codes, { rowId: 'c1', takenFrom: `ecnApply/${ecn}/l1`, position: 'C101,C102' })],
    ...change,
  }
}

/** Answers of the approvers on the way of a change. */
export const changeSay = async ({ product }: FilingSupport): Promise<Readonly<Record<string, object>>> => ({
  pmc: { ...checks('stock', 'cutIn'), business: { changeItems: [{ rowId: 'c1', disposal: 'useUp' }] } },
  qualityHead: checks('sip', 'validation', 'cert'),
  changeOwner: word,
  ecnExecDept: { ...word, business: { changeItems: [{ rowId: 'c1', executor: 'u-luxiao', planDate: '2026-12-01' }] } },
  executor: { ...word,
    business: { changeItems: [{ rowId: 'c1', itemState: '2', doneDate: '2026-11-20', evidence: [await paper(product, 'luxiao')] }] } },
})

/** The first baseline of a circuit board. */
export async function baselineOf(support: FilingSupport, change: FormValue = {}): Promise<FormValue> {
  const codes = await materialsOf(support, 'P-001')
  return {
    applicantDept: 'sz-hardware',
    product: codes['P-001'],
    project: projectId('P26-001'),
    baselineName: 'GW-200主板',
    baselineType: 'product',
    version: 'V1.0',
    effectiveDate: '2026-11-20',
    changeSummary: '首版基线',
    documents: [{ rowId: 'd1', docType: 'bom', docNo: 'BOM-GW200', docName: 'GW-200 BOM', revision: 'A' }],
    ...change,
  }
}

/** Answers of the approvers on the way of a baseline. */
export const baselineSay: Readonly<Record<string, object>> = { changeOwner: word }
