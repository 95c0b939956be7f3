/** The part of this module that other modules' server halves may use. */
export { saveDistances } from './distances/save-distances.ts'
export { saveDrivers } from './drivers/save-drivers.ts'
