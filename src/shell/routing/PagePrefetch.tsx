import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useHttp } from '../backend.ts'
import { fetchRead, reads } from '../start/reads.ts'
import { loadNext, loadPage, prefetch } from './prefetch.ts'
import { savesData, whenIdle } from './use-prefetch.ts'
import { useRoutes } from './routes-context.ts'

const ListStyles = lazy(async () => ({ default: (await import('./ListStyles.tsx')).ListStyles }))

/** Hover delay in ms before the page of a link is loaded. */
const intent = 60
/** Polling interval of pending queries in ms. */
const restEvery = 100
/** Number of consecutive polls without pending queries; one query may start another. */
const calmFor = 3

/** Prefetches pages: the frequently opened ones once the first page is idle, and those of links under the pointer or with the focus. */
export function PagePrefetch() {
  useLinks()
  const isReady = useNextPages()
  const [isOver, setIsOver] = useState(false)
  const end = useCallback(() => setIsOver(true), [])
  return isReady && !isOver
    ? (
      <Suspense>
        <ListStyles onMade={end} />
      </Suspense>
    )
    : null
}

/** Loads the page of a link under the pointer or with the focus, on press also its data. */
function useLinks() {
  const routes = useRoutes()
  const http = useHttp()
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = ({ target }: Event) => {
      clearTimeout(timer)
      const place = placeOf(target)
      if (place && !savesData()) timer = setTimeout(() => prefetch(routes, place), intent)
    }
    const now = (event: MouseEvent) => {
      const place = event.button === 0 && placeOf(event.target)
      if (place) prefetch(routes, place, { http, processes: () => fetchRead(client, http, reads.processes) })
    }
    const [looking, pressing] = [['pointerover', 'focusin'], ['pointerdown', 'click']] as const
    for (const name of looking) addEventListener(name, soon)
    for (const name of pressing) addEventListener(name, now as EventListener, true)
    return () => {
      clearTimeout(timer)
      for (const name of looking) removeEventListener(name, soon)
      for (const name of pressing) removeEventListener(name, now as EventListener, true)
    }
  }, [routes, http, client])
}

/** Loads the frequently opened pages once no query is pending; returns whether they are loaded. */
function useNextPages(): boolean {
  const routes = useRoutes()
  const client = useQueryClient()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (savesData()) return
    let cancel = () => undefined as void
    let [isHere, calm] = [false, 0]
    void loadPage(routes, location).catch(() => undefined).then(() => (isHere = true))
    const timer = setInterval(() => {
      calm = isHere && client.isFetching() === 0 && document.readyState === 'complete' ? calm + 1 : 0
      if (calm < calmFor) return
      clearInterval(timer)
      cancel = whenIdle(() => {
        performance.mark('oa.rest')
        void loadNext(routes).then(() => setIsReady(true), () => undefined)
      })
    }, restEvery)
    return () => {
      clearInterval(timer)
      cancel()
    }
  }, [routes, client])
  return isReady
}

/** The address of an internal link. */
function placeOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  return link && link.target === '' ? new URL(link.href) : undefined
}
