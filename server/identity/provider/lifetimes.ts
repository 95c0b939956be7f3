/** Lifetimes in seconds. */
export const accessTokenLife = 300
/** Lifetime of an unused refresh token, seconds. */
export const refreshIdle = 1_800
/** Maximum lifetime of a sign-in with refreshed tokens, seconds. */
export const refreshAbsolute = 8 * 3_600
export const interactionLife = 3_600
export const codeLife = 60

/** The remaining lifetime of a refresh token whose chain began `age` seconds ago; at least 1. */
export function refreshLife(age: number): number {
  return Math.max(1, Math.min(refreshIdle, refreshAbsolute - age))
}
