import { definePlugin } from '#kernel/plugin.ts'
import { anyFinance, canParameter } from './permissions.ts'

/** Finance overview with its pages and action items, and the editor of parameters. */
export default definePlugin({
  id: 'finance',
  requires: ['documents'],
  permissions: [anyFinance, ...Object.values(canParameter)],
  menus: [
    { id: 'financial-management', parent: 'finance', cn: '财务总览', en: 'Finance overview', icon: 'bank', path: '/financial-management',
      needs: anyFinance, sort: 1 },
    { id: 'finance-parameters', parent: 'finance', cn: '标准与参数', en: 'Standards and limits', icon: 'setting',
      path: '/finance-parameters', needs: canParameter.view, sort: 80 },
  ],
})
