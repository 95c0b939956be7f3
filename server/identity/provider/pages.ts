import type { ProviderContext } from 'oidc-provider'
import type { Locale } from '#kernel/wording/label.ts'
import { parseLanguage } from '#server/http/language.ts'
import type { Frame } from '../pages/document.ts'
import { type FrameSource, frameOf, policyOfPages } from '../pages/frame.ts'
import { messagePage, signOutPage } from '../pages/message-page.ts'

export type Pages = ReturnType<typeof pagesOf>

/**
 * Our pages in place of the provider's own: sign-out confirmation, signed out, and errors. They contain no inline scripts, which our
 * content security policy forbids.
 */
export function pagesOf(source: FrameSource) {
  const show = async (ctx: ProviderContext, page: (frame: Frame) => string) => {
    ctx.type = 'html'
    ctx.set('content-security-policy', policyOfPages(source.origins))
    ctx.body = page(await frameOf(source, localeOf(ctx)))
  }
  return {
    renderError: (ctx: ProviderContext) => show(ctx, (frame) => messagePage(frame, 'failed', ctx.res.getHeader('x-trace-id')?.toString())),
    signedOut: (ctx: ProviderContext) => show(ctx, (frame) => messagePage(frame, 'signedOut')),
    /** Shows the form that confirms signing out; a request of the application itself is submitted without confirmation. */
    async askToSignOut(ctx: ProviderContext, next: () => Promise<void>) {
      await next()
      if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200) return
      const { session, entities } = ctx.oidc
      const certain = entities.IdTokenHint !== undefined || !session.accountId
      await show(ctx,
        (frame) => signOutPage({ ...frame, action: ctx.oidc.urlFor('end_session_confirm'), token: session.state?.secret ?? '', certain }))
    },
  }
}

function localeOf(ctx: ProviderContext): Locale {
  return parseLanguage(ctx.oidc?.params?.['ui_locales']?.replaceAll(' ', ',') ?? ctx.get('accept-language'))
}
