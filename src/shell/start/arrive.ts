import { currentLocale, languageTag } from '#providers/i18n.ts'
import { callbackPath, type Session } from '#providers/session.ts'

type SignIn = Pick<Session, 'signIn' | 'resume' | 'complete'>

/** Comes back from the sign-in page, goes on with a sign-in of this browser, or goes to the sign-in page. */
export async function arrive(session: SignIn): Promise<'arrived' | 'leaving' | 'failed'> {
  try {
    if (location.pathname === callbackPath && location.search.includes('state=')) {
      history.replaceState(null, '', await session.complete())
      return 'arrived'
    }
    if (await session.resume()) {
      // the page of the sign-in is not for those who are signed in
      if (location.pathname === callbackPath) history.replaceState(null, '', '/')
      return 'arrived'
    }
    await signIn(session, location.pathname + location.search)
    return 'leaving'
  } catch {
    return 'failed'
  }
}

/** Goes to the sign-in page; afterwards the person is at the address given, or at home where that is the sign-in's own. */
export const signIn = (session: Pick<Session, 'signIn'>, returnTo: string): Promise<void> =>
  session.signIn(returnTo.startsWith(callbackPath) ? '/' : returnTo, languageTag(currentLocale()))
