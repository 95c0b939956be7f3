import { useEffect } from 'react'
import { useHttp } from '../backend.ts'

/** Milliseconds after which a document in view has been looked at. */
const glance = 1_500

/** Looking at a task's document for a moment is reading it. */
export function useReadTask(taskId: string | null): void {
  const http = useHttp()
  useEffect(() => {
    if (taskId === null) return
    const timer = setTimeout(
      () => void http.post(`/workflow/task/setReadState/${encodeURIComponent(taskId)}`, {}, { quiet: true }).catch(() => undefined),
      glance,
    )
    return () => clearTimeout(timer)
  }, [http, taskId])
}
