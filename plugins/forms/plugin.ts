import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { formGroups } from './form-groups.ts'
import { invoiceRoles } from './invoice-roles.ts'
import { cn, en } from './texts.ts'
import { roles } from './roles.ts'
import { forms } from './types/forms.ts'
import { limitedSteps } from './dictionaries/approval-limits.ts'
import { dictionary } from './dictionaries/dictionary.ts'

/** Dictionaries used by the mixins. */
const shared: readonly Dictionary[] = [
  dictionary('docState', '单据状态', 'Document state',
    '1 审批中/In approval; 2 已拒绝/Refused; 4 已完成/Completed; 5 已作废/Voided; 12 已撤销/Revoked'),
  dictionary('invoiceType', '发票类型', 'Invoice type',
    '1 电子发票/Electronic; 2 纸质发票/Paper; 3 纸质+电子/Paper plus electronic; 4 无发票/No invoice'),
  dictionary('invoiceKind', '票种', 'Invoice category',
    '1 增值税专用发票/Special VAT invoice; 2 增值税普通发票/Ordinary VAT invoice; 3 定额发票/Quota invoice; 4 境外票据/Overseas receipt; ' +
      '5 航空行程单/Air itinerary; 6 铁路电子客票/Rail e-ticket; 7 其他/Other'),
  dictionary('company', '公司', 'Company', ''),
  dictionary('bank', '银行', 'Bank', ''),
  dictionary('proceedsType', '收款类型', 'Payee type', '1 单人/Single; 2 多人/Multiple; 3 工资卡/Payroll card'),
  dictionary('proceedsAccountType', '账户类型', 'Account type', '1 对公/Corporate; 2 对私/Personal'),
  dictionary('urgency', '紧急程度', 'Urgency', '1 普通/Normal; 2 紧急/Urgent; 3 特急/Very urgent'),
  dictionary('offBudgetStatus', '预算外', 'Off budget', '0 预算内/In budget; 1 预算外/Off budget'),
  dictionary('explainType', '说明类型', 'Explanation type', 'overBudget 超预算/Over budget; overdue 逾期/Overdue'),
  dictionary('yesNo', '是否', 'Yes or no', '1 是/Yes; 0 否/No'),
  dictionary('riskGrade', '风险级别', 'Risk level', 'low 低/Low; middle 中/Medium; high 高/High'),
  limitedSteps,
]

/** Building blocks of all forms: mixins, form groups, dictionaries and field roles; and forms without a module of their own. */
export default definePlugin({
  id: 'forms',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'masters', 'projects', 'system'],
  permissions: forms.flatMap((form) => Object.values(formPermissions(form.key))),
  forms,
  formGroups,
  references: ['contract'],
  dictionaries: shared,
  roles,
  fieldRoles: invoiceRoles,
  explanationKinds: [{ key: 'overdue', cn: '逾期说明', en: 'Overdue explanation' }],
  opinionFacts: [{ key: 'plannedReturnTime', title: '计划归还时间', cn: '计划归还时间', en: 'Planned return time' }, { key: 'smtOrderNo',
    title: 'SMT订单号', cn: 'SMT 订单号', en: 'SMT order number', pattern: '[A-Z0-9-]{6,20}',
    hint: { cn: '6–20 位大写字母、数字或 -', en: '6–20 capital letters, digits or hyphens' } }],
  locales: { cn, en },
})
