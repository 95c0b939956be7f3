import { date, defineFields, select } from './fields.ts'
import { defineResource, type Resource } from './resource.ts'

/** Period of validity (both days inclusive), and whether the record is enabled. */
const validity = defineFields({
  validFrom: date({ cn: '生效日', en: 'Valid from', required: true }),
  validTo: date({ cn: '失效日', en: 'Valid to', hint: { cn: '含当日；不填则长期有效', en: 'Inclusive; leave empty if open-ended' } }),
  status: select({
    cn: '状态',
    en: 'Status',
    required: true,
    default: '"1"',
    options: [
      { value: '1', cn: '有效', en: 'Active' },
      { value: '0', cn: '停用', en: 'Inactive' },
    ],
  }),
})

/**
 * Declares a resource whose records map something to something else for a period: the fields of validity are added to its fields and
 * columns, and the status to its filters.
 */
export function defineMapping<const R extends Parameters<typeof defineResource>[0]>(
  mapping: R,
): Omit<R, 'columns' | 'filters'> & Resource & { readonly fields: R['fields'] & typeof validity } {
  const { fields, columns, filters = [] } = mapping
  return defineResource({ ...mapping, fields: { ...fields, ...validity }, columns: [...columns, ...Object.keys(validity)],
    filters: [...filters, 'status'] })
}
