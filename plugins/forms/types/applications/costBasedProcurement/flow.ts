import {
  approve, both, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, vicePresident,
} from '../../../../../src/kernel/flow.ts'
import { deptHead, overBudgetApprover } from '../../../mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  approve('bearingDeptHead', departmentHead('expenseDeptIdList'), {
    cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all', when: 'some i in items satisfies i.bearingDept != applicantDept',
  }),
  approve('itReview', role('itAdmin'), { cn: 'IT评审', en: 'IT review', when: 'procurementType = "5"' }),
  approve('accountantReview', role('accountant', 'bearingDept'), { cn: '会计初审', en: 'Accountant initial review', manual: true }),
  overBudgetApprover,
  approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), {
    cn: '分管副总', en: 'Vice president in charge', mode: 'all', when: 'totalAmountRmb > 3000',
  }),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'totalAmountRmb > 30000' }),
  approve('procurementHandle', role('buyer'), {
    cn: '采购执行', en: 'Procurement handling', manual: true, opinionRequired: true, opinionMustContain: ['arrivalTime'],
  }),
  approve('receipt', personIn('receiver'), { cn: '收货确认', en: 'Receipt', manual: true, confirms: true }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
