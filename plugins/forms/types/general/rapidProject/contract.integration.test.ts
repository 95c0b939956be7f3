import type { FormValue } from '../../../../../src/kernel/value.ts'
import { costCenterId } from '../../../../demo/server/masters/cost-centers.ts'
import { describeForm } from '../../../server/contract-kit.ts'
import { rapidProject } from './index.ts'

const cost = (amount: string): FormValue => ({ rowId: 'k1', expenseCategory: 'c-office', expenseDetail: '样机材料', amount, month: '2026-12-01' })
const milestone = (planDate: string): FormValue => ({ rowId: 'm1', name: '样机', planDate, deliverable: '样机三台', owner: 'u-quality' })
const member = (person: string): FormValue => ({ rowId: 't1', member: person, role: '项目经理', hoursPlanned: '120.0' })

const charter: FormValue = {
  applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality'), currencyType: 'CNY',
  projectName: '治具标准化', projectType: '4', productModel: '通用', projectManager: 'u-quality', period: ['2026-12-01', '2027-05-29'], risk: 'low',
  background: '治具种类多，通用性差，影响换线效率', goals: '统一接口标准，换线时间减少三成', team: [member('u-quality')], milestones: [milestone('2027-05-29')], costItems: [cost('5000.00')],
}

describeForm(rapidProject, {
  by: 'quality',
  chosen: [{ nodeId: 'techReview', userIdList: ['u-head', 'u-it'] }],
  filled: () => charter,
  say: { techReview: { comment: '方案可行' } },
  course: ['deptHead: yangfan', 'techReview: head', 'techReview: it', 'pmoReview: pengyu', 'accountantReview: accountant', 'viceGm: vp'],
  edges: {
    'KL-02': { breaks: { period: ['2026-12-01', '2027-05-30'] }, keeps: { period: ['2026-12-01', '2027-05-29'] } },
    'KL-03': { breaks: { milestones: [milestone('2027-05-30')] }, keeps: { milestones: [milestone('2026-12-01')] } },
    'KL-04': { breaks: { projectType: '2', targetCost: '10.00', targetPrice: '10.00' }, keeps: { projectType: '2', targetCost: '10.00', targetPrice: '10.01' } },
    'KL-05': { breaks: { costItems: [cost('200000.01')] }, keeps: { costItems: [cost('200000.00')] } },
    'KL-06': { breaks: { team: [member('u-dongmei')] }, keeps: {} },
    'KL-07-team': { breaks: { team: [] }, keeps: {} },
    'KL-07-milestone': { breaks: { milestones: [] }, keeps: {} },
    'KL-07-cost': { breaks: { costItems: [] }, keeps: {} },
    'KL-08': { breaks: { costItems: [cost('0.00')] }, keeps: { costItems: [cost('0.01')] } },
    'KL-09': { breaks: { projectType: '2', targetCost: '0.00', targetPrice: '1.00' }, keeps: { projectType: '2', targetCost: '0.01', targetPrice: '1.00' } },
  },
})
