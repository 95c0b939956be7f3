/** The part of this module that other modules' server halves may use. */
export { type KnownVouchers, knownVouchers } from './kept/readings.ts'
export { keepXmlReading } from './kept/readings.ts'
export { voucherReaders } from './extension-points.ts'
export { readingOf } from './reading/fields.ts'
export type { ReadsVouchers } from './reading/read.ts'
