import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { contract } from './contract.ts'
import { dictionaries } from './dictionaries.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { contractLedger } from './statistics/pages.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canLedger } from './permissions.ts'
import { contractApproval } from './types/contractApproval/index.ts'
import { purchaseContract } from './types/purchaseContract/index.ts'
import { salesContractApproval } from './types/salesContractApproval/index.ts'
import { contractEnds } from './message-kinds.ts'

const forms = [contractApproval, salesContractApproval, purchaseContract]

/** Contracts: approval forms, the contract ledger, and payments under contracts. */
export default definePlugin({
  id: 'contracts',
  requires: ['cost-centres', 'documents', 'expense-types', 'forms', 'masters', 'payments', 'projects', 'sap', 'statistics', 'system'],
  permissions: [...rightsOfPages([contractLedger]), ...Object.values(canLedger),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [contract],
  forms,
  formGroups: [{ id: 'contract', cn: '合同与采购', en: 'Contracts and purchasing', sort: 50 }],
  dictionaries,
  menus: [
    { id: 'contracts', cn: '合同', en: 'Contracts', icon: 'audit', sort: 45 },
    { id: 'contract-standing-book', parent: 'contracts', cn: '合同台账', en: 'Contract ledger', icon: 'book', path: contract.path,
      needs: canLedger.view, sort: 10 },
    statisticsMenu(contractLedger, 'audit'),
  ],
  messageKinds: [contractEnds],
  contributes: [statisticsPages.of(contractLedger)],
  locales: { cn, en },
})
