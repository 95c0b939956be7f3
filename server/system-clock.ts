/** The clock of this process: the one place where the server asks what time it is, so that a test can give it another. */
export const systemClock = { now: (): Date => new Date() }
