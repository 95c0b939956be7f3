import { referenceTo } from '#kernel/fields.ts'

/** Reference to the supplier that is paid. */
export const supplier = referenceTo('supplier', { decisive: true, shows: { abbreviation: { cn: '简称', en: 'Short name' } } })

/** Reference to a customer. */
export const customer = referenceTo('customer', { decisive: true })

/** Reference to a sales group. */
export const salesGroup = referenceTo('salesGroup')

/** Reference to a material. */
export const material = referenceTo('material', { shows: { unit: { cn: '单位', en: 'Unit' } } })

/** Reference to a payee account; selecting one fills in the payee's name, bank and number. */
export const bankAccount = referenceTo('bankAccount', { decisive: true, fillsIn: true })
