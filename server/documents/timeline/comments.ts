import type { Event } from '#approval/event.ts'

/** Milliseconds for which an author may take back what they said. */
const window = 600_000

/** Returns whether something was said by this person so recently that they may take it back. */
export const isOwnAndRecent = ({ by, at }: Pick<Event, 'by' | 'at'>, person: string, now: Date): boolean =>
  by === person && now.getTime() - Date.parse(at) <= window

/** Returns whether a person may take back what an event says: their own comment, within ten minutes. */
export const mayTakeBack = (event: Event, person: string, now: Date): boolean =>
  event.type === 'commented' && isOwnAndRecent(event, person, now)
