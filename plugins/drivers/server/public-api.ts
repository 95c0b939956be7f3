/** What other modules' server halves may use of this one. */
export { saveDrivers } from './save-drivers.ts'
