import { approve, both, copy, defineFlow, departmentHead, firstOf, generalManager, personIn, role, superior } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, cashier, deptHead, financeManager, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow(
  [
    deptHead,
    approve('salesManager', firstOf(superior(1, 'salesOwner'), role('salesManagerApprover')), { cn: '销售经理审批', en: 'Sales manager',
      opinionRequired: true }),
    approve('qualityReview', role('qualityEngineer'), { cn: '质量分析', en: 'Quality analysis' }),
    approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', opinionRequired: true }),
    approve('sqeReview', role('sqe'), { cn: '供应商质量', en: 'Supplier quality', when: 'responsibleParty = "1"' }),
    approve('responsibleDeptHead', departmentHead('responsibleDept'), {
      cn: '责任部门负责人',
      en: 'Responsible department head',
      mode: 'all',
      when: 'responsibleParty in ("2","3","4","5")',
    }),
    bearingDeptHeads(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: `totalAmountRmb > ${limits.of('qualityClaim', 'generalManager')}` }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', both(personIn('salesOwner'), role('qualityHead')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
