export default {
  'permission.system:push:view': '查看推送',
  'permission.system:push:edit': '管理推送',
} as const
