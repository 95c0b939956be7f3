import { display } from './display.ts'

/** A heading between fields. */
export const title = display
