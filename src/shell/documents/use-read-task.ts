import { useEffect } from 'react'
import { useBackgroundCall } from '../command/use-background-call.ts'

/** Milliseconds after which a document in view has been looked at. */
const glance = 1_500

/** Looking at a task's document for a moment is reading it. */
export function useReadTask(taskId: string | null): void {
  const inBackground = useBackgroundCall()
  useEffect(() => {
    if (taskId === null) return
    const timer = setTimeout(
      () => void inBackground((http) => http.post(`/workflow/task/setReadState/${encodeURIComponent(taskId)}`, {}, { quiet: true })),
      glance,
    )
    return () => clearTimeout(timer)
  }, [inBackground, taskId])
}
