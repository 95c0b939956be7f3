import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'

export const cost = (amount: string): FormValue => ({ rowId: 'k1', expenseCategory: 'c-office', expenseDetail: '样机材料', amount,
  month: '2026-12-01' })
export const milestone = (planDate: string): FormValue => ({ rowId: 'm1', name: '样机', planDate, deliverable: '样机三台',
  owner: 'u-quality' })
export const member = (person: string): FormValue => ({ rowId: 't1', member: person, role: '项目经理', hoursPlanned: '120.0' })

/** Small project of the quality engineer, within all limits. */
export const charter: FormValue = {
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  currencyType: 'CNY',
  projectName: '治具标准化',
  projectType: '4',
  productModel: '通用',
  projectManager: 'u-quality',
  period: ['2026-12-01', '2027-05-29'],
  risk: 'low',
  background: '治具种类多，通用性差，影响换线效率',
  goals: '统一接口标准，换线时间减少三成',
  team: [member('u-quality')],
  milestones: [milestone('2027-05-29')],
  costItems: [cost('5000.00')],
}

/** Experts chosen for the technical review, and their opinion. */
export const chosenExperts = [{ nodeId: 'techReview', userIdList: ['u-head', 'u-it'] }] as const
export const expertOpinion = { techReview: { comment: '方案可行' } } as const
