/** The system clock: the only place where the server reads the current time, so that tests can replace it. */
export const systemClock = { now: (): Date => new Date() }
