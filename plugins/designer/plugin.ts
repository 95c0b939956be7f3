import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dynamicFormTest } from './forms/dynamicFormTest/index.ts'
import { cn, en } from './texts.ts'
import { can } from './permissions.ts'
import { registersMenu } from './registers/register.ts'

/** Forms that a company designs at run time, and the form that has a field of every kind. */
export default definePlugin({
  id: 'designer',
  requires: ['cost-centres', 'documents', 'expense-types', 'flows', 'forms', 'masters', 'projects', 'statistics', 'system'],
  permissions: [...Object.values(can), ...Object.values(formPermissions(dynamicFormTest.key))],
  forms: [dynamicFormTest],
  menus: [
    { id: 'form-designs', parent: 'system', cn: '动态表单设计', en: 'Form designer', icon: 'appstore', path: '/dynamic-form-designer',
      needs: can.view, sort: 57 },
    { id: 'register-designs', parent: 'system', cn: '登记簿设计', en: 'Register designer', icon: 'database', path: '/register-designer',
      needs: can.view, sort: 58 },
    { id: registersMenu, cn: '登记簿', en: 'Registers', icon: 'database', sort: 65 },
  ],
  pages: [{ path: '/register-record', cn: '登记簿记录', en: 'Record of a register' }],
  locales: { cn, en },
})
