import { definePlugin } from '#kernel/plugin.ts'
import { contract } from './contract.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canLedger } from './permissions.ts'

/** Contracts: their approval, the ledger of those in force, and what is paid of them. */
export default definePlugin({
  id: 'contracts',
  requires: ['documents', 'forms', 'masters'],
  permissions: Object.values(canLedger),
  resources: [contract],
  dictionaries,
  menus: [
    { id: 'contracts', cn: '合同', en: 'Contracts', icon: 'audit', sort: 45 },
    { id: 'contract-standing-book', parent: 'contracts', cn: '合同台账', en: 'Contract ledger', icon: 'book', path: contract.path, needs: canLedger.view, sort: 10 },
  ],
  locales: { cn, en },
})
