/** What other modules' server halves may use of this one. */
export { categories } from './categories.ts'
export { migrations } from './migrations.ts'
