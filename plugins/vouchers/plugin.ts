import { definePlugin } from '#kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'

/** Electronic invoices and tickets that read themselves. */
export default definePlugin({ id: 'vouchers', requires: ['documents', 'forms'],
  menus: [{ id: 'my-invoices', parent: 'workbench', cn: '我的发票', en: 'My invoices', icon: 'wallet', path: '/my-invoices', sort: 55 }], locales: { cn, en } })
