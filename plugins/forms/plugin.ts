import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries/all.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { opinionFacts } from './opinion-facts.ts'
import { can } from './permissions.ts'
import { applications } from './types/applications/forms.ts'
import { finance } from './types/finance/forms.ts'
import { general } from './types/general/forms.ts'
import { payments } from './types/payments/forms.ts'
import { quality } from './types/quality/forms.ts'
import { travel } from './types/travel/forms.ts'

const forms = [...finance, ...applications, ...travel, ...payments, ...quality, ...general]

export default definePlugin({
  id: 'forms',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'masters', 'projects', 'system'],
  permissions: [...Object.values(can), ...forms.flatMap((form) => Object.values(formPermissions(form.key)))],
  forms,
  references: ['contract'],
  dictionaries,
  linkAttributes: ['journeyJson', 'riskLevel'],
  explanationKinds: [{ key: 'overdue', cn: '逾期说明', en: 'Overdue explanation' }],
  opinionFacts,
  locales: { cn, en },
})
