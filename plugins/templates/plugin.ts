import { definePlugin } from '#kernel/plugin.ts'
import { cn, en } from './texts.ts'
import { can } from './permissions.ts'
import { template } from './template.ts'

/** Templates for prints, designed by administrators in Word, for import workbooks, and wordings of messages. */
export default definePlugin({
  id: 'templates',
  requires: ['system', 'forms'],
  permissions: Object.values(can),
  resources: [template],
  menus: [{ id: 'template-manage', parent: 'system', cn: '模板管理', en: 'Templates', icon: 'file-text', path: template.path,
    needs: can.view, buttons: [can.add], sort: 60 }],
  locales: { cn, en },
})
