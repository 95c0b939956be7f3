import type { LibraryDesign } from './design.ts'
import { borrowing, itRequest, meetingRoom, pettyCash, seal } from './designs/office.ts'
import { gatePass, safety, visitor } from './designs/site.ts'
import { hiring, leave, overtime, training } from './designs/human-resources.ts'

/** Ready designs to begin from, in the order in which they are offered. */
export const library: readonly LibraryDesign[] = [leave, overtime, visitor, seal, borrowing, training, hiring, gatePass, meetingRoom,
  itRequest, pettyCash, safety]

/** Prefix of the source of a design that begins as one of the library. */
export const libraryPrefix = 'library:'
