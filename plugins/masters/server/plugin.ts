import { defineServer } from '#server/plugin.ts'
import { accountSource } from './bank-accounts.ts'
import { migrations } from './migrations.ts'
import { masterRoutes } from './routes.ts'
import { materialRules, supplierAccountRules, supplierRules } from './rules.ts'
import { samples } from './samples.ts'

export default defineServer({
  id: 'masters',
  contributes: [samples],
  callNames: { subjects: { payeeAccount: { cn: '收款账户', en: 'Payee account' } } },
  migrations,
  routes: masterRoutes,
  records: { supplier: supplierRules, supplierAccount: supplierAccountRules, material: materialRules },
  references: { bankAccount: accountSource },
})
