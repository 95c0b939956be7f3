import '@ant-design/v5-patch-for-react-19'
import '@fontsource-variable/inter/wght.css'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import '#shell/theme/palette.css'
import '#shell/theme/base.css'
import '#shell/theme/antd.css'
import '#shell/theme/utilities.css'
import { App, Frame } from '#shell/App.tsx'
import { forgetTodo } from '#shell/offline/kept-todo.ts'
import { isCutOff } from '#shell/offline/reaches.ts'
import { routesOf } from '#shell/pages.ts'
import { reloadOnce } from '#shell/routing/chunks.ts'
import { prefetch } from '#shell/routing/prefetch.ts'
import { arrive, signIn } from '#shell/start/arrive.ts'
import { fetchRead, reads, startReads } from '#shell/start/reads.ts'
import { followVersions } from '#shell/start/versions.ts'
import { ShellSkeleton, SignInFailed } from '#shell/start/StartUp.tsx'
import { shellTexts } from '#shell/texts.ts'
import { applyAppearance } from '#shell/theme/appearance.ts'
import { giveStylesNonce, styleNonce } from '#shell/theme/kept-styles.ts'
import type { AppConfig } from '#shell/browser-plugin.ts'
import { createHttp } from '#providers/http.ts'
import { currentLocale, firstLocale, startTexts } from '#providers/i18n.ts'
import { createSession, identityProvider } from '#providers/session.ts'
import { createReactions } from '#providers/reactions.ts'

/** Starts the product in the browser: texts, sign-in, then the shell with the product's modules. */
export async function start(config: AppConfig): Promise<void> {
  giveStylesNonce(styleNonce)
  applyAppearance()
  addEventListener('vite:preloadError', reloadOnce)
  const root = createRoot(document.getElementById('root') ?? document.body)
  const texts = startTexts([shellTexts, ...(config.texts ?? [])], firstLocale())
  if (await isCutOff()) {
    const [{ OfflineTodo }] = await Promise.all([import('#shell/offline/OfflineTodo.tsx'), texts])
    return root.render(<Frame>
      <OfflineTodo />
    </Frame>)
  }
  const routes = routesOf(config)
  // page chunk, texts and sign-in load in parallel
  prefetch(routes, location)
  identityProvider().catch(() => undefined)
  const session = createSession(() => location.assign('/'))
  const reactions = createReactions()
  const client = createClient()
  const http = createHttp({ token: (isLeaving) => session.token(isLeaving), locale: currentLocale, reactions,
    onHeaders: followVersions(client) })
  const arriving = arrive(session).then((arrival) => {
    if (arrival === 'arrived') {
      const { rights } = startReads({ client, http, session, reads: config.reads }).start()
      prefetch(routes, location, { http, rights, processes: () => fetchRead(client, http, reads.processes) })
    }
    return arrival
  })
  await texts
  root.render(<Frame>
    <ShellSkeleton />
  </Frame>)

  const arrival = await arriving
  if (arrival === 'leaving') return forgetTodo()
  if (arrival !== 'arrived')
    return root.render(<Frame>
      <SignInFailed onRetry={() => signIn(session, '/')} />
    </Frame>)

  session.watch()
  root.render(<App routes={routes} backend={{ http, session, reactions }} client={client} />)
}

/** The HTTP client retries and reports failures, so the query client does not. */
const createClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } } })
