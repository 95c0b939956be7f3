import { approve, both, copy, defineFlow, departmentHead, generalManager, initiator, role, vicePresident } from '../../../../../src/kernel/flow.ts'
import { deptHead, overBudgetApprover } from '../../../mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  approve('bearingDeptHead', departmentHead('expenseDeptIdList'), {
    cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all', when: 'some i in items satisfies i.bearingDept != applicantDept',
  }),
  approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Procurement review', when: 'totalAmountRmb > 10000', opinionRequired: true }),
  approve('legalReview', role('legal'), { cn: '法务', en: 'Legal', when: 'serviceFeeType in ("7","8") or totalAmountRmb > 100000' }),
  approve('accountantReview', role('accountant', 'bearingDept'), { cn: '会计初审', en: 'Accountant initial review', manual: true }),
  overBudgetApprover,
  approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), {
    cn: '分管副总', en: 'Vice president in charge', mode: 'all', when: 'totalAmountRmb > 5000',
  }),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'totalAmountRmb > 50000 or serviceFeeType = "8"' }),
  copy('ccFinish', both(initiator, role('buyer')), { cn: '抄送', en: 'CC' }),
])
