/** The part of this module that other modules' server halves may use. */
export { savePriceBases } from './save-price-bases.ts'
