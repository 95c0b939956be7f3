import { isInstalled } from './installed.ts'

/** Milliseconds that the server may take to say that it is there. */
const timeout = 4_000

/** Returns whether the server answers: a browser may think that it has a network where it has none. */
export async function reaches(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch('/public/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    return true
  } catch {
    return false
  }
}

/** Returns whether a start has to do without the server; asked of the installed application only, which then has what to show. */
export const isCutOff = async (): Promise<boolean> => !navigator.onLine || (isInstalled() && !(await reaches()))
