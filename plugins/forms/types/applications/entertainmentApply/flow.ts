import {
  approve, both, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, vicePresident,
} from '../../../../../src/kernel/flow.ts'
import { deptHead, overBudgetApprover } from '../../../mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  approve('bearingDeptHead', departmentHead('bearingDept'), { cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all', when: 'bearingDept != applicantDept' }),
  overBudgetApprover,
  approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), {
    cn: '分管副总', en: 'Vice president in charge', mode: 'all', when: 'estimatedTotalAmountRmb > 1000 or overStandard = true or hostType in ("3","4")',
  }),
  approve('generalManager', generalManager, {
    cn: '总经理', en: 'General manager', when: 'overStandard = true or estimatedTotalAmountRmb > 2000 or hostType = "4"', opinionRequired: 'overStandard = true',
  }),
  approve('adminDrinks', role('adminOffice'), { cn: '行政酒水发放', en: 'Drinks issue', manual: true, confirms: true, when: 'drawDrinks = true' }),
  copy('ccFinish', both(initiator, personIn('host')), { cn: '抄送', en: 'CC' }),
])
