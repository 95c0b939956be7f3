/** The part of this module that commands may use. */
export { verifyPackage } from './verify/verify.ts'
