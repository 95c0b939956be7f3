import { definePlugin } from '#kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'

/** Electronic invoices and tickets that read themselves. */
export default definePlugin({ id: 'vouchers', locales: { cn, en } })
