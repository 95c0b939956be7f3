import { definePlugin } from '../../src/kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canDictionary, canMenu, canOrganisation, canRole, canScope, canUser } from './permissions.ts'

/** The shape of the company: its people, what they may do, its units and its lists. */
export default definePlugin({
  id: 'system',
  permissions: [canUser, canRole, canScope, canMenu, canOrganisation, canDictionary].flatMap((can) => Object.values(can)),
  menus: [{ id: 'system', cn: '系统管理', en: 'System', sort: 90 }],
  locales: { cn, en },
})
