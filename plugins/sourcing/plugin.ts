import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { newSuppliers } from './types/newSuppliers/index.ts'
import { purchasePrice } from './types/purchasePrice/index.ts'
import { sampleReview } from './types/sampleReview/index.ts'

const forms = [newSuppliers, purchasePrice, sampleReview]

/** Before something is bought: who supplies it, whether its samples hold, and at what price. */
export default definePlugin({
  id: 'sourcing',
  requires: ['contracts', 'documents', 'forms', 'masters', 'projects', 'sap', 'system'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  dictionaries,
  roles: [{ key: 'iqc', cn: '来料检验', en: 'Incoming inspection', sort: 19 }],
  locales: { cn, en },
})
