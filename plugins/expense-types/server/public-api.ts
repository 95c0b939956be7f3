/** The part of this module that other modules' server halves may use. */
export { categories } from './categories.ts'
export { migrations } from './migrations.ts'
