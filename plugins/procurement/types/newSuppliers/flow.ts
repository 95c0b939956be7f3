import { approve, both, copy, defineFlow, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'

/** Condition: the supplier delivers goods that can be inspected. */
const inspected = 'not(supplierType in ("service","software"))'

export const flow = defineFlow([
  approve('purchaseManager', departmentHead('applicantDept'), { cn: '采购经理', en: 'Purchasing manager', mode: 'all' }),
  approve('rd', role('rdDirector'), { cn: '研发评审', en: 'R&D review', when: 'supplierType in ("material","outsource","mold")' }),
  approve('sqe', role('sqe'), {
    cn: 'SQE审核',
    en: 'SQE audit',
    manual: true,
    opinionRequired: true,
    when: inspected,
    checkList: [
      { id: 'licence', cn: '营业执照有效', en: 'Licence valid' },
      { id: 'systems', cn: '体系证书有效', en: 'System certificates valid' },
      { id: 'rohs', cn: '环保资料齐全', en: 'RoHS file complete' },
      { id: 'processes', cn: '关键工序受控', en: 'Key processes controlled' },
    ],
  }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all', when: inspected }),
  approve('finance', role('accountant'), {
    cn: '财务',
    en: 'Finance',
    manual: true,
    checkList: [
      { id: 'account', cn: '账户名与公司名一致', en: 'Account name equals supplier' },
      { id: 'tax', cn: '税号已核', en: 'Tax no. verified' },
    ],
  }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all' }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: 'totalScore < 70 or audit = "no" or isAgent = true' }),
  copy('cc', both(role('warehouse'), role('planner')), { cn: '抄送', en: 'CC' }),
])
