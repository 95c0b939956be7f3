import { useWaiting } from '../layout/badges.ts'
import { useText } from '../text.tsx'

/** The text under an empty to-do list: what comes next, and what was done today. */
export function useEmptyTodoText(): string {
  const { t } = useText()
  const { handledToday = 0 } = useWaiting() ?? {}
  return handledToday > 0 ? t('empty.todoHandled', { count: handledToday }) : t('empty.todoText')
}
