import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { assetsAcceptance } from './types/assetsAcceptance/index.ts'

/** Fixed assets: their acceptance. */
export default definePlugin({
  id: 'assets',
  requires: ['contracts', 'cost-centres', 'documents', 'forms', 'masters', 'projects', 'sap', 'system'],
  permissions: Object.values(formPermissions(assetsAcceptance.key)),
  forms: [assetsAcceptance],
  dictionaries,
  roles: [{ key: 'assetAdmin', cn: '资产管理员', en: 'Asset administrator', sort: 42 }],
  locales: { cn, en },
})
