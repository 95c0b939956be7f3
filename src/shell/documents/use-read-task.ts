import { useEffect } from 'react'
import { useBackgroundCall } from '../command/use-background-call.ts'

/** Time in ms after which a visible document counts as read. */
const glance = 1_500

/** Marks a task's document as read after it was visible for a moment. */
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
