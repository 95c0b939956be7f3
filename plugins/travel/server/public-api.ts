/** The part of this module that other modules' server halves may use. */
export { saveDistances } from './distances/distances.ts'
export { saveDrivers } from './drivers/drivers.ts'
