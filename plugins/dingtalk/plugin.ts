import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'
import { processInstance } from './process-instance.ts'

/** Imported history of DingTalk approvals. */
export default definePlugin({
  id: 'dingtalk',
  requires: ['documents', 'system'],
  permissions: Object.values(can),
  dictionaries,
  resources: [processInstance],
  menus: [{ id: 'dingtalk-approvals', parent: 'workbench', cn: processInstance.cn, en: 'DingTalk approvals', icon: 'history',
    path: processInstance.path, needs: can.view, sort: 90 }],
  locales: { cn, en },
})
