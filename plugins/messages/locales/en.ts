import type cn from './cn.ts'

export default {
  'permission.system:push:view': 'View deliveries',
  'permission.system:push:edit': 'Manage deliveries',
} satisfies Record<keyof typeof cn, string>
