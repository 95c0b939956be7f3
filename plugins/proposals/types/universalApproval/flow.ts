import { approve, both, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, selectUser } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limit, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  approve('addApprover', selectUser(10, { canAdd: true, from: 'chosenApprovers' }), { cn: '自选审批人', en: 'Chosen approvers',
    mode: 'sequential' }),
  approve('relatedDeptHeads', departmentHead('relatedDepts'), {
    cn: '涉及部门会签',
    en: 'Countersign by departments',
    mode: 'all',
    when: 'count(relatedDepts) > 0',
  }),
  approve('sealKeeper', role('sealKeeper'), { cn: '印章管理员', en: 'Seal custodian', when: 'universalType = "7"' }),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: `totalAmountRmb > ${limits.of('universalApproval', 'generalManager')} or list contains(sealType, "4")`,
  }),
  copy('ccFinish', both(initiator, personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
])
