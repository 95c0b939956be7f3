import type { LibraryDesign } from './design.ts'
import { borrowing } from './designs/borrowing.ts'
import { gatePass } from './designs/gate-pass.ts'
import { hiring } from './designs/hiring.ts'
import { itRequest } from './designs/it-request.ts'
import { leave } from './designs/leave.ts'
import { meetingRoom } from './designs/meeting-room.ts'
import { overtime } from './designs/overtime.ts'
import { pettyCash } from './designs/petty-cash.ts'
import { safety } from './designs/safety.ts'
import { seal } from './designs/seal.ts'
import { training } from './designs/training.ts'
import { visitor } from './designs/visitor.ts'

/** Ready designs to begin from, in the order in which they are offered. */
export const library: readonly LibraryDesign[] = [leave, overtime, visitor, seal, borrowing, training, hiring, gatePass, meetingRoom,
  itRequest, pettyCash, safety]

/** Prefix of the source of a design that begins as one of the library. */
export const libraryPrefix = 'library:'
