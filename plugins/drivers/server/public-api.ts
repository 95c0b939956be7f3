/** The part of this module that other modules' server halves may use. */
export { saveDrivers } from './save-drivers.ts'
