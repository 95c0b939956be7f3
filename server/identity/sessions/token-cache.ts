import type { AccessToken, VerifyToken } from './tokens.ts'

/** Tokens kept in memory at most. */
const most = 5_000

/**
 * Checks the signature of a token once and remembers the answer until the token ends: a browser sends the same one
 * for minutes. Whether its person may still come in is asked anew at every call, elsewhere. Refusals are not kept.
 */
export function remembering(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const known = new Map<string, AccessToken>()
  return async (token) => {
    const kept = known.get(token)
    if (kept && kept.expiresAt.getTime() > now()) return kept
    known.delete(token)
    const verified = await verify(token)
    const [oldest] = known.keys()
    if (known.size >= most && oldest !== undefined) known.delete(oldest)
    known.set(token, verified)
    return verified
  }
}
