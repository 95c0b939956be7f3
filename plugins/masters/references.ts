import { referenceTo } from '#kernel/fields.ts'

/** A supplier, by its id: whom money goes to. */
export const supplier = referenceTo('supplier', { decisive: true, shows: { abbreviation: { cn: '简称', en: 'Short name' } } })

/** A customer, by its id. */
export const customer = referenceTo('customer', { decisive: true })

/** A sales group, by its id. */
export const salesGroup = referenceTo('salesGroup')

/** A material, by its id. */
export const material = referenceTo('material', { shows: { unit: { cn: '单位', en: 'Unit' } } })

/** A saved account of a payee, by its id: it fills in the name, bank and number beside it. */
export const bankAccount = referenceTo('bankAccount', { decisive: true, fillsIn: true })
