import { defineServer } from '#server/plugin.ts'
import { routes } from './routes.ts'

export default defineServer({ id: 'vouchers', callNames: { operations: { '/oaserver/voucher/read': { cn: '识别票据', en: 'Read vouchers' } } }, routes })
