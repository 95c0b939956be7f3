/** What other modules' server halves may use of this one. */
export { categories, type NewCategory } from './categories.ts'
export { migrations } from './migrations.ts'
export type { ExpenseCategoryTable } from './tables.ts'
