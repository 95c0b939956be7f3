import { useState } from 'react'
import { todayOf } from '#kernel/values/dates.ts'

/** The day on which the page was opened, in Shanghai. */
export function useToday(): string {
  const [today] = useState(() => todayOf(new Date()))
  return today
}
