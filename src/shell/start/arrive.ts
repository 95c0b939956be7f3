import { currentLocale, languageTag } from '#providers/i18n.ts'
import { callbackPath, type Session } from '#providers/session.ts'

type SignIn = Pick<Session, 'signIn' | 'resume' | 'complete'>

/** Completes a sign-in at the callback address, restores the session of the browser, or goes to the sign-in page. */
export async function arrive(session: SignIn): Promise<'arrived' | 'leaving' | 'failed'> {
  try {
    if (location.pathname === callbackPath && location.search.includes('state=')) {
      history.replaceState(null, '', await session.complete())
      return 'arrived'
    }
    if (await session.resume()) {
      // a signed-in person leaves the callback address
      if (location.pathname === callbackPath) history.replaceState(null, '', '/')
      return 'arrived'
    }
    await signIn(session, location.pathname + location.search)
    return 'leaving'
  } catch {
    return 'failed'
  }
}

/** Goes to the sign-in page, which then returns to the address, or to the home page instead of the callback address. */
export const signIn = (session: Pick<Session, 'signIn'>, returnTo: string): Promise<void> =>
  session.signIn(returnTo.startsWith(callbackPath) ? '/' : returnTo, languageTag(currentLocale()))
