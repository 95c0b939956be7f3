import { definePlugin } from '../../src/kernel/plugin.ts'
import { anyFinance } from './permissions.ts'

/** The way into finance: its pages, and what on them somebody has to see to. */
export default definePlugin({
  id: 'finance',
  requires: ['documents'],
  permissions: [anyFinance],
  menus: [{ id: 'financial-management', parent: 'finance', cn: '财务总览', en: 'Finance overview', icon: 'bank', path: '/financial-management', needs: anyFinance, sort: 1 }],
})
