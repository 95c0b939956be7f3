/** The part of this module that other modules' server halves may use. */
export { type KnownVouchers, knownVouchers } from './kept/readings.ts'
export { keepXmlReading } from './kept/readings.ts'
