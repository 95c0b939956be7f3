import { display } from '../families/display.ts'

/** A heading between fields. */
export const title = display
