import type { ResourceProps } from '@refinedev/core'
import { lazy, type MouseEvent, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router'
import { AppstoreOutlined, DisconnectOutlined, HomeOutlined, InboxOutlined, LeftOutlined, MessageOutlined,
  PlusOutlined } from '@ant-design/icons'
import { useFocusReturn } from '../dialogs/use-focus-return.ts'
import { PassQueueProvider } from '../documents/batch/PassQueueProvider.tsx'
import { Tips } from '../floating/Floating.tsx'
import { useEarlyKeys, useKeyHold } from '../key-hold.ts'
import { useKeys } from '../keys.ts'
import { useLive } from '../live/live-context.ts'
import { isInstalled, useOnline } from '../offline/reaches.ts'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { PagePrefetch } from '../routing/PagePrefetch.tsx'
import { DeclaredPage, PageFrame } from '../routing/DeclaredPage.tsx'
import { loadDeclarations } from '../routing/declarations.ts'
import { pageAt, tabKeyOf, useDeclarationsSoFar, useKnows, useRoutes } from '../routing/routes-context.ts'
import { isRecordLeft, recordAt, recordTab } from '../refine/resources.ts'
import { reads, useRead } from '../start/reads.ts'
import { stepFrom, type Tab, type TabLocation } from '../tabs/model.ts'
import { useUnsavedQuestion } from '../tabs/unsaved.tsx'
import { TabPages } from '../tabs/TabPages.tsx'
import { TabsContext, useTabsState } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { messageCentre, useBadges } from './badges.ts'
import { BackgroundTasks, Header, PaletteButton } from './Header.tsx'
import { morePath, routesNotKept } from './menu-tree.ts'
import { NewRequestContext, useNewRequest } from './new-request.ts'
import { Sider } from './Sider.tsx'
import { BrandMark } from '../parts/Brand.tsx'
import { UserMenu } from './UserMenu.tsx'
import './shell.css'
import './mobile.css'
import '../offline/offline.css'

const NewRequestDialog = lazy(async () => ({ default: (await import('./NewRequestDialog.tsx')).NewRequestDialog }))
const NotificationToaster = lazy(async () => ({ default: (await import('../live/NotificationToaster.tsx')).NotificationToaster }))
const OfflineKeeper = lazy(async () => ({ default: (await import('../offline/OfflineKeeper.tsx')).OfflineKeeper }))
const KeysDialog = lazy(async () => ({ default: (await import('../help/KeysDialog.tsx')).KeysDialog }))

const noResources: readonly ResourceProps[] = []

/** The layout of all pages: menu, open tabs, content. */
export function Shell() {
  const { pages, config: { refineResources = noResources } } = useRoutes()
  const { t } = useText()
  const [isStarting, setIsStarting] = useState(false)
  const [hasKeys, setHasKeys] = useState(false)
  const live = useLive()
  const keyOf = useCallback((place: TabLocation) => {
    const record = recordAt(refineResources, place.pathname)
    return record ? recordTab(record) : tabKeyOf(pages, place)
  }, [pages, refineResources])
  const isLeft = useCallback((from: TabLocation, to: TabLocation) => isRecordLeft(refineResources, from.pathname, to.pathname), [
    refineResources,
  ])
  const titleAt = useCallback(({ pathname }: TabLocation) => pageAt(pages, pathname)?.title, [pages])
  const control = useTabsState({ keyOf, titleAt, isLeft, ask: useUnsavedQuestion() })
  const titleOf = useTitles()
  const hold = useKeyHold()
  const closeNewRequest = useCallback(() => setIsStarting(false), [])
  const openNewRequest = useCallback(() => {
    hold(closeNewRequest)
    setIsStarting(true)
  }, [hold, closeNewRequest])
  const closeKeys = () => setHasKeys(false)
  const showKeys = () => {
    hold(closeKeys)
    setHasKeys(true)
  }
  const active = control.tabs.open.find(({ key }) => key === control.tabs.active)
  useShellKeys({ openNewRequest, showKeys, step: (step) => control.go(stepFrom(control.tabs, step)) })
  useEarlyKeys()
  useDocumentTitle(active && titleOf(active))
  useDeclarationsFor(control.tabs.open)
  const drawTab = useMemo(() => draw(pages), [pages])
  const keeps = useKeeps()

  return (
    <TabsContext value={control}>
      <NewRequestContext value={openNewRequest}>
        <PassQueueProvider>
          <a className="oa-skip on-accent round-6" href="#main" onClick={skipToMain}>{t('shell.skip')}</a>
          <Frame title={active ? titleOf(active) : ''} titleOf={titleOf} isWide={isWideAt(pages, active)} onNewRequest={openNewRequest}>
            <TabPages draw={drawTab} keeps={keeps} />
          </Frame>
          <Tips />
          <PagePrefetch />
          {isInstalled() && (
            <Suspense>
              <OfflineKeeper />
            </Suspense>
          )}
          {live && (
            <Suspense>
              <NotificationToaster />
            </Suspense>
          )}
          {isStarting && (
            <Suspense>
              <NewRequestDialog onClose={closeNewRequest} />
            </Suspense>
          )}
          {hasKeys && (
            <Suspense>
              <KeysDialog onClose={closeKeys} />
            </Suspense>
          )}
        </PassQueueProvider>
      </NewRequestContext>
    </TabsContext>
  )
}

const isWideAt = (pages: ReturnType<typeof useRoutes>['pages'], tab: Tab | undefined): boolean =>
  tab !== undefined && pageAt(pages, tab.pathname)?.isWide === true

interface FrameProps {
  readonly title: string
  readonly titleOf: (tab: Tab) => string
  /** The page needs the full width. */
  readonly isWide: boolean
  readonly children: ReactNode
  onNewRequest(): void
}

/** The layout around the content, which stays mounted when the window switches between mobile and desktop. */
function Frame({ title, titleOf, isWide, children, onNewRequest }: FrameProps) {
  const { config: world } = useRoutes()
  const isMobile = useIsMobile()
  const [isCollapsed, collapse] = useCollapsed()
  useFocusReturn()
  return (
    <div className={isMobile ? 'oa-shell is-mobile flex relative' : 'oa-shell flex relative'}>
      {!isMobile && <Sider brand={world.brand} isCollapsed={isCollapsed || isWide} onCollapse={collapse} onNewRequest={onNewRequest} />}
      <div className="oa-shell-main low narrow stack grow">
        {isMobile ? <TopBar title={title} /> : <Header titleOf={titleOf} />}
        <OfflineBanner />
        <main className="oa-sheet surface line-left line-top low narrow stack grow" id="main" tabIndex={-1}>{children}</main>
        {isMobile && <BottomBar />}
      </div>
    </div>
  )
}

/** Renders the route at a tab's address. */
const draw = (pages: ReturnType<typeof useRoutes>['pages']) => ({ pathname, search }: Tab) => {
  const { path, component: Component, needs } = pageAt(pages, pathname) ?? { path: '*', component: DeclaredPage }
  return (
    <Routes location={{ pathname, search }}>
      <Route path={path} element={
        <PageFrame needs={needs} path={path}>
          <Component />
        </PageFrame>
      } />
    </Routes>
  )
}

/** Returns whether a tab keeps its state while it is hidden, by the setting of its menu entry. */
function useKeeps(): (tab: Tab) => boolean {
  const menus = useRead(reads.menus)
  return useMemo(() => {
    const anew = routesNotKept(menus ?? [])
    return ({ pathname }) => !anew.has(pathname)
  }, [menus])
}

/** Loads the declarations as soon as an open tab needs them. */
function useDeclarationsFor(open: readonly Tab[]) {
  const { config: world, pages } = useRoutes()
  const isDeclared = open.some(({ pathname }) => !pageAt(pages, pathname))
  useEffect(() => {
    if (isDeclared) loadDeclarations(world).catch(() => undefined)
  }, [isDeclared, world])
}

/** A tab's title: set by its page, else that of its route, else of its declaration. */
function useTitles(): (tab: Tab) => string {
  const { pages } = useRoutes()
  const { label, t } = useText()
  const declarations = useDeclarationsSoFar()
  return useMemo(
    () => ({ title, pathname }: Tab) => {
      const known = title ?? pageAt(pages, pathname)?.title ?? declarations?.nameAt(pathname)
      return known ? label(known) : t('shell.loading')
    },
    [pages, label, t, declarations],
  )
}

function useDocumentTitle(title: string | undefined) {
  const { config: world } = useRoutes()
  const { label } = useText()
  const brand = label(world.brand)
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
}

interface ShellKeys {
  openNewRequest(): void
  showKeys(): void
  step(step: 1 | -1): void
}

function useShellKeys({ openNewRequest, showKeys, step }: ShellKeys) {
  const navigate = useNavigate()
  const knows = useKnows()
  useKeys({
    c: openNewRequest,
    '?': showKeys,
    '[': () => step(-1),
    ']': () => step(1),
    'g h': () => void navigate('/'),
    'g t': () => void navigate('/todo'),
    'g i': () => void navigate('/initiated'),
    ...(knows(messageCentre) ? { 'g m': () => void navigate(messageCentre) } : {}),
  })
}

const remembered = 'oa.sider'

/** Whether the menu is collapsed: by the user's choice, by default below 1400 px; always below 1280 px. */
function useCollapsed(): readonly [boolean, (isCollapsed: boolean) => void] {
  const isNarrow = useMedia('(max-width: 1399px)')
  const isTight = useMedia('(max-width: 1279px)')
  const [chosen, setChosen] = useState(() => localStorage.getItem(remembered))
  const choose = useCallback((isCollapsed: boolean) => {
    localStorage.setItem(remembered, String(isCollapsed))
    setChosen(String(isCollapsed))
  }, [])
  const isCollapsed = isTight || (chosen === null ? isNarrow : chosen === 'true')
  return [isCollapsed, choose]
}

function skipToMain(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The top bar on a small screen: back button, or the brand on the home page. */
function TopBar({ title }: { title: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHome = pathname === '/'
  return (
    <header className="oa-top row surface line-bottom rigid gap-10">
      {isHome ?
        <BrandMark size={26} /> :
        (
          <button type="button" className="plain oa-top-back text-centre" aria-label={t('shell.back')} onClick={() => void navigate(-1)}>
            <LeftOutlined />
          </button>
        )}
      <strong className="cut">{title}</strong>
      <PaletteButton isNarrow />
      <BackgroundTasks />
      <UserMenu hasLanguages />
    </header>
  )
}

/** The bottom bar on a small screen: home, to-do, new request, messages, more. */
function BottomBar() {
  const { t } = useText()
  const openNewRequest = useNewRequest()
  const badges = useBadges()
  const knows = useKnows()
  return (
    <nav className="oa-bottom surface line-top flex rigid" aria-label={t('shell.menu')}>
      <MobileTitle to="/" name={t('shell.home')} icon={<HomeOutlined aria-hidden />} />
      <MobileTitle to="/todo" name={t('shell.todo')} icon={<InboxOutlined aria-hidden />} count={badges.get('/todo')} />
      <button type="button" className="plain" onClick={openNewRequest}>
        <PlusOutlined aria-hidden />
        {t('shell.new')}
      </button>
      {knows(messageCentre) && (
        <MobileTitle to={messageCentre} name={t('shell.messages')} icon={<MessageOutlined aria-hidden />}
          count={badges.get(messageCentre)} />
      )}
      <MobileTitle to={morePath} name={t('menu.more')} icon={<AppstoreOutlined aria-hidden />} />
    </nav>
  )
}

function MobileTitle({ to, name, icon, count = 0 }: { to: string; name: string; icon: ReactNode; count?: number }) {
  const { pathname } = useLocation()
  return (
    <Link className="plain" to={to} aria-current={pathname === to ? 'page' : undefined}>
      <span aria-hidden>
        {icon}
        {count > 0 && <span className="oa-badge num round-8 text-centre tiny absolute">{count > 99 ? '99+' : count}</span>}
      </span>
      {name}
      {count > 0 && <span className="unseen">{count}</span>}
    </Link>
  )
}

/** A banner above the page while the browser is offline; the page stays and shows its age. */
function OfflineBanner() {
  const { t } = useText()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="oa-offline on-orange orange small line-18">
          <DisconnectOutlined aria-hidden /> {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
