/** What other modules' server halves may use of this one. */
export { savePriceBases } from './save-price-bases.ts'
