/** What commands may use of this module. */
export { verifyPackage } from './verify/verify.ts'
