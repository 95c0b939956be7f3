import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { newSuppliers } from './types/newSuppliers/index.ts'
import { purchasePrice } from './types/purchasePrice/index.ts'

const forms = [newSuppliers, purchasePrice]

/** Before something is bought: who supplies it, and at what price. */
export default definePlugin({
  id: 'sourcing',
  requires: ['contracts', 'documents', 'forms', 'masters', 'system'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  dictionaries,
  locales: { cn, en },
})
