import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHttp } from '../backend.ts'
import type { DocumentPage } from '../documents/lists.ts'
import { keepTodo } from './kept-todo.ts'

/** Maximum number of stored to-dos. */
const most = 50

/** Stores the frame and the to-dos of the installed application for offline starts; the to-dos are updated with every to-do query. */
export function OfflineKeeper() {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['documents', 'todo', 'kept'],
    queryFn: ({ signal }) =>
      http.query<DocumentPage>('/workflow/tasks/todoList', { current: 1, size: most, figures: false }, { signal, quiet: true }),
  })
  useEffect(() => {
    if (data) keepTodo(data.records)
  }, [data])
  useEffect(() => {
    keepFrame().catch(() => undefined)
  }, [])
  return null
}

/** Registers the service worker, which caches later loads, and adds the assets that are already loaded to its cache. */
async function keepFrame(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await import('./OfflineTodo.tsx')
  await navigator.serviceWorker.register('/service-worker.js')
  const frame = await caches.open('oa-frame')
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) =>
    origin === location.origin && pathname.startsWith('/assets/')
  )
  await frame.addAll(['/', ...new Set(loaded.map(({ href }) => href))])
}
