import { StyleProvider } from '@ant-design/cssinjs'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import enUS from 'antd/es/locale/en_US'
import { type ReactNode, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router'
import { SequenceProvider } from './detail/sequence/sequence-context.tsx'
import { BackendContext, type WritingBackend } from './backend.ts'
import { leaveOpenLists } from './keys.ts'
import { DialogsProvider } from './dialogs/dialogs-context.tsx'
import { Shell } from './layout/Shell.tsx'
import { RefineRoot } from './refine/RefineRoot.tsx'
import { ReactionsHost } from './Reactions.tsx'
import { type Routes, RoutesContext } from './routing/routes-context.ts'
import { StartUp } from './start/StartUp.tsx'
import { TextProvider, useText } from './text.tsx'
import { useAppearance } from './theme/appearance.ts'
import { componentClasses, dialogClasses, drawerClasses } from './theme/component-classes.ts'
import { keptStyles, styleNonce } from './theme/kept-styles.ts'
import { themeOf } from './theme/theme.ts'

interface AppProps {
  readonly routes: Routes
  readonly backend: WritingBackend
  readonly client: QueryClient
}

/** The product for a signed-in person. */
export function App({ routes, backend, client }: AppProps) {
  return (
    <Frame>
      <QueryClientProvider client={client}>
        <BackendContext value={backend}>
          <RoutesContext value={routes}>
            <ReactionsHost />
            <StartUp reads={routes.config.reads}>
              <SequenceProvider>
                <BrowserRouter>
                  <RefineRoot>
                    <Shell />
                  </RefineRoot>
                </BrowserRouter>
              </SequenceProvider>
            </StartUp>
          </RoutesContext>
        </BackendContext>
      </QueryClientProvider>
    </Frame>
  )
}

/** Text and theme providers, also for screens before sign-in. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <TextProvider>
      <Look>{children}</Look>
    </TextProvider>
  )
}

function Look({ children }: { children: ReactNode }) {
  const { locale } = useText()
  const { isDark, density, still } = useAppearance()
  const theme = useMemo(() => themeOf({ isDark, density, still }), [isDark, density, still])
  useEffect(leaveOpenLists, [])
  const antdTexts = locale === 'cn' ? zhCN : english
  // antd labels the close button of dialogs in English by default
  const [modal, drawer] = useMemo(() => {
    const closable = { 'aria-label': antdTexts.global?.close }
    return [{ closable, classNames: dialogClasses }, { closable, classNames: drawerClasses }]
  }, [antdTexts])
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider {...componentClasses} theme={theme} locale={antdTexts} modal={modal} drawer={drawer} csp={csp} componentSize="middle">
        <DialogsProvider>{children}</DialogsProvider>
      </ConfigProvider>
    </StyleProvider>
  )
}

/** English texts of antd, with an accessible name for the page number input. */
const english: typeof enUS = { ...enUS, ...(enUS.Pagination && { Pagination: { ...enUS.Pagination, jump_to: 'Go to', page: 'page' } }) }

const csp = { nonce: styleNonce }
const styles = keptStyles()
