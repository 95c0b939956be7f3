import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'permission.system:push:view': { cn: '查看推送', en: 'View deliveries' },
  'permission.system:push:edit': { cn: '管理推送', en: 'Manage deliveries' },
})
