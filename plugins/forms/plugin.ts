import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { shared } from './dictionaries/shared-dictionaries.ts'
import { formGroups } from './form-groups.ts'
import { invoiceRoles } from './invoice-roles.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { roles } from './roles.ts'
import { forms } from './types/forms.ts'

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
