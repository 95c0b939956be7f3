import { display } from '../families/display.ts'

/** A sentence of explanation among the fields. */
export const plaintext = display
