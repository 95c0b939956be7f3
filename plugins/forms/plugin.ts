import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries/all.ts'
import { formGroups } from './form-groups.ts'
import { invoiceRoles } from './invoice-roles.ts'
import { journeyRoles } from './journey-roles.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { opinionFacts } from './opinion-facts.ts'
import { can } from './permissions.ts'
import { roles } from './roles.ts'
import { forms } from './types/forms.ts'

export default definePlugin({
  id: 'forms',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'masters', 'projects', 'system'],
  permissions: [...Object.values(can), ...forms.flatMap((form) => Object.values(formPermissions(form.key)))],
  forms,
  formGroups,
  references: ['contract'],
  dictionaries,
  roles,
  fieldRoles: [...invoiceRoles, ...journeyRoles],
  linkAttributes: ['journeyJson', 'riskLevel'],
  explanationKinds: [{ key: 'overdue', cn: '逾期说明', en: 'Overdue explanation' }],
  opinionFacts,
  locales: { cn, en },
})
