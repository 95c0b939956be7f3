import { sendHeld } from '#server/messages/held.ts'
import { type Job, minutes } from './job.ts'

/** Sends the messages of changes of many documents that took several calls, or were cut short. */
export const heldMessages: Job = { name: 'heldMessages', every: minutes(1), run: ({ db, at }) => sendHeld(db, at) }
