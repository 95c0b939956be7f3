import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { packingApply } from './types/packingApply/index.ts'

/** Requests to production: how products are packed. */
export default definePlugin({
  id: 'production',
  requires: ['documents', 'forms', 'masters', 'system'],
  permissions: Object.values(formPermissions(packingApply.key)),
  forms: [packingApply],
  dictionaries,
})
