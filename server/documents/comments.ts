import type { Event } from '../../src/approval/event.ts'

/** Milliseconds for which an author may take a comment back. */
const window = 600_000

/** Whether a person may take back what an event says: their own comment, within ten minutes. */
export const mayTakeBack = (event: Event, person: string, now: Date): boolean =>
  event.type === 'commented' && event.by === person && now.getTime() - Date.parse(event.at) <= window
