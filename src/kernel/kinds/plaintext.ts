import { display } from './display.ts'

/** A sentence of explanation among the fields. */
export const plaintext = display
