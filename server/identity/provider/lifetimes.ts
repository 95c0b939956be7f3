/** All in seconds. */
export const accessTokenLife = 300
/** A refresh token that nobody uses ends after this time. */
export const refreshIdle = 1_800
/** However often it is used, signing in is needed again after this time. */
export const refreshAbsolute = 8 * 3_600
export const interactionLife = 3_600
export const codeLife = 60

/** The lifetime that is left for a refresh token of a chain that began `age` seconds ago; at least 1. */
export function refreshLife(age: number): number {
  return Math.max(1, Math.min(refreshIdle, refreshAbsolute - age))
}
