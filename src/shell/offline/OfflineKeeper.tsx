import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHttp } from '../backend.ts'
import type { DocumentPage } from '../documents/lists.ts'
import { keepTodo } from './kept-todo.ts'

/** To-dos that are kept. */
const most = 50

/** Of the installed application: keeps its frame and the to-dos, as they are whenever a list of them is asked for. */
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

/** The worker keeps what is loaded from now on; what this start has loaded is given to it. */
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
