import { definePlugin } from '../../src/kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'

/** Masters that forms point at and that need no screen of their own: bank branches and payee accounts. */
export default definePlugin({ id: 'masters', locales: { cn, en } })
