import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { newSuppliers } from './types/newSuppliers/index.ts'

const forms = [newSuppliers]

/** Before something is bought: who supplies it. */
export default definePlugin({
  id: 'sourcing',
  requires: ['contracts', 'documents', 'forms', 'masters'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  dictionaries,
  locales: { cn, en },
})
